// Keeps a game by the rules of turbo-hearts over a pipe; benchmarks/peers/charging.py describes the lines.

use std::io::{self, BufRead, Write};
use turbo_hearts_api::{
    Card, Cards, ChargingRules, Game, GameEvent, GameId, GamePhase, PassDirection, Player, RulesError,
    Seat, Seed, UserId,
};

const KINDS: [Card; 4] = [Card::TenClubs, Card::JackDiamonds, Card::QueenSpades, Card::AceHearts];

const RULES: [ChargingRules; 6] = [
    ChargingRules::Classic,
    ChargingRules::Blind,
    ChargingRules::Bridge,
    ChargingRules::BlindBridge,
    ChargingRules::Chain,
    ChargingRules::BlindChain,
];

const PASSES: [PassDirection; 4] =
    [PassDirection::Left, PassDirection::Right, PassDirection::Across, PassDirection::Keeper];

fn cards(words: &[&str]) -> Cards {
    words.iter().map(|word| word.parse::<Card>().unwrap()).collect()
}

fn seat(word: &str) -> Seat {
    Seat::VALUES[word.parse::<usize>().unwrap()]
}

fn words(cards: Cards) -> Vec<String> {
    let mut words: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    words.sort();
    words
}

/// A game, and what its seats have heard of the hand.
struct Table {
    id: GameId,
    game: Game<()>,
    /// For each seat, what it knows of the charges of each: how many cards, and those it has seen.
    heard: [[(usize, Cards); 4]; 4],
    scores: Option<[i16; 4]>,
}

impl Table {
    fn new() -> Self {
        let heard = [[(0, Cards::NONE); 4]; 4];
        Table { id: GameId::new(), game: Game::new(), heard, scores: None }
    }

    fn happens(&mut self, event: GameEvent) {
        let (heard, scores) = (&mut self.heard, &mut self.scores);
        self.game.apply(&event, |game, event| {
            for own in Seat::VALUES {
                let heard = &mut heard[own.idx()];
                match event.redact(Some(own), game.state.rules) {
                    GameEvent::Charge { seat, cards } => {
                        heard[seat.idx()].0 += cards.len();
                        heard[seat.idx()].1 |= cards;
                    }
                    GameEvent::BlindCharge { seat, count } => heard[seat.idx()].0 += count,
                    GameEvent::RevealCharges { north, east, south, west } => {
                        for (each, cards) in heard.iter_mut().zip([north, east, south, west]) {
                            each.1 |= cards;
                        }
                    }
                    GameEvent::HandComplete { north_score, east_score, south_score, west_score } => {
                        *scores = Some([north_score, east_score, south_score, west_score]);
                    }
                    _ => {}
                }
            }
        });
    }

    fn begin(&mut self, rules: &str) {
        *self = Table::new();
        let rules = *RULES.iter().find(|each| each.to_string() == rules).unwrap();
        let [north, east, south, west] = [(); 4].map(|_| Player::Human { user_id: UserId::new() });
        self.happens(GameEvent::Sit { north, east, south, west, rules, seed: Seed::random() });
    }

    fn deal(&mut self, number: &str, dealt: &[&str]) {
        self.heard = Table::new().heard;
        self.scores = None;
        self.happens(GameEvent::Deal {
            north: cards(&dealt[..13]),
            east: cards(&dealt[13..26]),
            south: cards(&dealt[26..39]),
            west: cards(&dealt[39..]),
            pass: PASSES[number.parse::<usize>().unwrap()],
        });
    }

    /// After the last pass to another seat; cards that were mixed come with `receive`.
    fn hand_over(&mut self) {
        let (phase, done) = (self.game.state.phase, self.game.state.done);
        if phase == GamePhase::PassKeeper || !Seat::all(|seat| done.sent_pass(seat)) {
            return;
        }
        let (before, after) = (self.game.pre_pass_hand, self.game.post_pass_hand);
        for to in Seat::VALUES {
            let from = phase.pass_sender(to).idx();
            self.happens(GameEvent::RecvPass { to, cards: before[from] - after[from] });
        }
    }

    fn does(&mut self, words: &[&str]) -> Result<(), RulesError> {
        match *words {
            ["begin", rules] => self.begin(rules),
            ["deal", number, ref dealt @ ..] => self.deal(number, dealt),
            ["pass", from, ref laid @ ..] => {
                let (from, cards) = (seat(from), cards(laid));
                self.game.verify_pass(self.id, from, cards)?;
                self.happens(GameEvent::SendPass { from, cards });
                self.hand_over();
            }
            ["receive", to, ref laid @ ..] => {
                self.happens(GameEvent::RecvPass { to: seat(to), cards: cards(laid) })
            }
            ["charge", by, ref shown @ ..] => {
                let (seat, cards) = (seat(by), cards(shown));
                self.game.verify_charge(self.id, seat, cards)?;
                self.happens(GameEvent::Charge { seat, cards });
            }
            ["play", by, card] => {
                let (seat, card) = (seat(by), card.parse().unwrap());
                self.game.verify_play(self.id, seat, card)?;
                self.happens(GameEvent::Play { seat, card });
            }
            _ => panic!("not a line that I know: {}", words.join(" ")),
        }
        Ok(())
    }

    /// For each set of the four cards except the empty one, whether a seat may charge it.
    fn may(&self, seat: Seat) -> String {
        (1..16)
            .map(|set| {
                let among = KINDS.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
                let cards = among.map(|(_, card)| *card).collect();
                match self.game.verify_charge(self.id, seat, cards) {
                    Ok(()) => '1',
                    Err(_) => '0',
                }
            })
            .collect()
    }

    fn state(&self) -> Vec<String> {
        let state = &self.game.state;
        let mut line = vec![];
        let mut say = |word: &dyn ToString| line.push(word.to_string());
        if let Some(scores) = self.scores {
            say(&"score");
            scores.iter().for_each(|score| say(score));
            return line;
        }
        if state.phase.is_charging() {
            say(match state.phase {
                GamePhase::ChargeKeeper1 => &"early-charge",
                _ => &"charge",
            });
            let first = state.next_actor.unwrap_or(Seat::North);
            let order = [first, first.left(), first.across(), first.right()];
            let open: Vec<Seat> =
                order.iter().copied().filter(|seat| !state.done.charged(*seat)).collect();
            let (asked, later) = open.split_at(state.next_actor.map_or(open.len(), |_| 1));
            say(&"asked");
            asked.iter().for_each(|seat| say(&seat.idx()));
            say(&"later");
            later.iter().for_each(|seat| say(&seat.idx()));
            say(&"may");
            Seat::VALUES.iter().for_each(|seat| say(&self.may(*seat)));
        } else if state.phase.is_playing() {
            let turn = state.next_actor.unwrap();
            let hand = self.game.post_pass_hand[turn.idx()];
            say(&"play");
            say(&turn.idx());
            words(state.legal_plays(hand)).iter().for_each(|card| say(card));
        } else {
            say(&"pass");
        }
        if state.played.is_empty() {
            say(&"sees");
            for (count, cards) in self.heard.iter().flatten() {
                match cards.len() == *count && *count > 0 {
                    true => say(&words(*cards).concat()),
                    false => say(count),
                }
            }
        }
        line
    }
}

fn main() {
    println!("ready turbo-hearts");
    let mut table = Table::new();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        match table.does(&line.split_whitespace().collect::<Vec<&str>>()) {
            Ok(()) => println!("{}", table.state().join(" ")),
            Err(why) => println!("refused {}", why),
        }
        io::stdout().flush().unwrap();
    }
}
