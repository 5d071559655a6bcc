// The questions of heartslib, for bridges in Rust; benchmarks/peers/pipe.py describes the lines.

use std::io::{self, BufRead, Write};

/// A question: its phrases, each with its keyword first.
pub struct Question<'a>(Vec<Vec<&'a str>>);

impl<'a> Question<'a> {
    fn new(line: &'a str) -> Self {
        let mut phrases: Vec<Vec<&str>> = Vec::new();
        for word in line.split_whitespace() {
            match phrases.last_mut() {
                Some(phrase) if !word.starts_with(|first: char| first.is_ascii_lowercase()) => {
                    phrase.push(word)
                }
                _ => phrases.push(vec![word]),
            }
        }
        Question(phrases)
    }

    /// What follows each use of a keyword.
    pub fn all(&self, keyword: &'a str) -> impl Iterator<Item = &[&'a str]> + '_ {
        self.0.iter().filter(move |phrase| phrase[0] == keyword).map(|phrase| &phrase[1..])
    }

    /// The seat after the first use of a keyword, and the words that follow it.
    pub fn seat(&self, keyword: &'a str) -> Option<(usize, &[&'a str])> {
        self.all(keyword).next().map(|words| (words[0].parse().unwrap(), &words[1..]))
    }

    /// Whether the seat is asked to pass.
    pub fn passing(&self) -> bool {
        self.0[0][0] == "pass"
    }

    /// The seat that is asked.
    pub fn me(&self) -> usize {
        self.seat("seat").unwrap().0
    }

    /// How many places to the left cards are passed; 0 if they are not.
    pub fn distance(&self) -> usize {
        let to = self.seat("to").or_else(|| self.seat("gave"));
        to.map_or(0, |(to, _)| (to + 4 - self.me()) % 4)
    }

    /// The cards played so far, with their seats.
    pub fn plays(&self) -> Vec<(usize, &'a str)> {
        let mut plays = Vec::new();
        for words in self.all("trick") {
            let leader: usize = words[0].parse().unwrap();
            for (place, card) in words[1..].iter().enumerate() {
                plays.push(((leader + place) % 4, *card));
            }
        }
        plays
    }

    /// The hands at the start of the play, or before the pass; those of the others are guesses.
    pub fn hands(&self) -> [Vec<&'a str>; 4] {
        let mut hands: [Vec<&str>; 4] = Default::default();
        hands[self.me()].extend(self.all("hand").flatten());
        for words in self.all("guess") {
            hands[words[0].parse::<usize>().unwrap()].extend(&words[1..]);
        }
        for (seat, card) in self.plays() {
            hands[seat].push(card);
        }
        hands
    }
}

/// Answers every question that comes, after saying the name of the program.
pub fn serve(name: &str, mut answer: impl FnMut(&Question) -> Vec<String>) {
    println!("ready {}", name);
    io::stdout().flush().unwrap();
    for line in io::stdin().lock().lines() {
        println!("{}", answer(&Question::new(&line.unwrap())).join(" "));
        io::stdout().flush().unwrap();
    }
}
