// Plays seats for turbo-hearts over a pipe; benchmarks/peers/pipe.py describes the lines.
//
//     bridge [simulate|heuristic]
//
// Each question is answered from scratch: the bot hears again what its seat has seen.  Nobody charges.

mod question;

use question::{serve, Question};
use turbo_hearts_api::{
    BotState, Card, Cards, GameEvent, GamePhase, GameState, PassDirection, Seat,
};
use turbo_hearts_bot::{Algorithm, Bot, HeuristicBot, SimulateBot};

fn cards(words: &[&str]) -> Cards {
    words.iter().map(|word| word.parse::<Card>().unwrap()).collect()
}

struct Player {
    bot: Bot,
    own: BotState,
    state: GameState,
}

impl Player {
    fn hears(&mut self, event: GameEvent) {
        self.own.on_event(&self.state, &event);
        self.bot.on_event(&self.own, &self.state, &event);
        self.state.apply(&event);
    }

    fn passed(&mut self, question: &Question) {
        let own = self.own.seat;
        if let (Some((_, gave)), Some((_, got))) = (question.seat("gave"), question.seat("got")) {
            for seat in Seat::VALUES {
                self.hears(match seat == own {
                    true => GameEvent::SendPass { from: seat, cards: cards(gave) },
                    false => GameEvent::HiddenSendPass { from: seat, count: 3 },
                });
            }
            for seat in Seat::VALUES {
                self.hears(match seat == own {
                    true => GameEvent::RecvPass { to: seat, cards: cards(got) },
                    false => GameEvent::HiddenRecvPass { to: seat, count: 3 },
                });
            }
            for seat in Seat::VALUES {
                self.hears(GameEvent::Charge { seat, cards: Cards::NONE });
            }
        } else {
            self.state.phase = GamePhase::PlayKeeper;
        }
    }
}

fn answer(question: &Question, bot: Bot) -> Vec<String> {
    let (phase, pass) = match question.distance() {
        0 => (GamePhase::ChargeKeeper1, PassDirection::Keeper),
        1 => (GamePhase::PassLeft, PassDirection::Left),
        2 => (GamePhase::PassAcross, PassDirection::Across),
        _ => (GamePhase::PassRight, PassDirection::Right),
    };
    let seat = Seat::VALUES[question.me()];
    let hand = cards(&question.hands()[question.me()]);
    let gave = question.seat("gave").map_or(Cards::NONE, |(_, gave)| cards(gave));
    let got = question.seat("got").map_or(Cards::NONE, |(_, got)| cards(got));
    let mut player = Player { bot, own: BotState::new(seat, hand), state: GameState::new() };
    player.own.pre_pass_hand = (hand - got) | gave;
    player.state.phase = phase;
    let mut known = [Cards::NONE; 4];
    known[seat.idx()] = player.own.pre_pass_hand;
    let [north, east, south, west] = known;
    player.hears(GameEvent::Deal { north, east, south, west, pass });
    if question.passing() {
        let passed = player.bot.pass(&player.own, &player.state);
        return passed.into_iter().map(|card| card.to_string()).collect();
    }
    player.passed(question);
    player.state.next_actor = question.seat("trick").map(|(leader, _)| Seat::VALUES[leader]);
    for (_, card) in question.plays() {
        let seat = player.state.next_actor.unwrap();
        player.hears(GameEvent::Play { seat, card: card.parse().unwrap() });
    }
    vec![player.bot.play(&player.own, &player.state).to_string()]
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "simulate".to_string());
    let bot = match name.as_str() {
        "simulate" => || Bot::Simulate(SimulateBot::new()),
        "heuristic" => || Bot::Heuristic(HeuristicBot),
        _ => panic!("usage: bridge [simulate|heuristic], not {}", name),
    };
    serve(&format!("turbo-hearts-{}", name), |question| answer(question, bot()));
}
