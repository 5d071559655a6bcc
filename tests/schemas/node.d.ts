// As much of Node as the client uses, so that checking it takes nothing but TypeScript.

declare const console: { log(text: string): void };
declare const process: { argv: string[]; stdin: unknown };
declare module "node:readline" {
  function createInterface(options: { input: unknown }): {
    on(event: "line", heard: (line: string) => void): void;
  };
}
