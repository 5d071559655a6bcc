// As much of Node as the clients use, so that checking them takes nothing but TypeScript.

declare const console: { log(text: string): void };
declare const process: { argv: string[]; stdin: unknown };
declare module "node:readline" {
  function createInterface(options: { input: unknown }): {
    on(event: "line", heard: (line: string) => void): void;
  };
}
declare module "node:child_process" {
  function spawn(
    command: string,
    words: string[],
    options: { stdio: ["pipe", "pipe", "inherit"] },
  ): { stdin: { write(text: string): void; end(): void }; stdout: unknown };
}
