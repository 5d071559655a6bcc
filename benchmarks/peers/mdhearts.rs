// Plays seats for mdhearts over a pipe; benchmarks/peers/pipe.py describes the lines.
//
//     bridge [easy|normal|hard|search]
//
// Each question is answered from scratch, in a round that is played again up to it.

mod question;

use hearts_app::bot::BotDifficulty;
use hearts_app::controller::GameController;
use hearts_core::game::match_state::MatchState;
use hearts_core::model::card::Card;
use hearts_core::model::hand::Hand;
use hearts_core::model::passing::{PassingDirection, PassingState};
use hearts_core::model::player::PlayerPosition;
use hearts_core::model::rank::Rank;
use hearts_core::model::round::{RoundPhase, RoundState};
use hearts_core::model::suit::Suit;
use question::{Question, serve};

const RANKS: &str = "23456789TJQKA";
const SUITS: [(&str, Suit); 4] = [
    ("C", Suit::Clubs),
    ("D", Suit::Diamonds),
    ("H", Suit::Hearts),
    ("S", Suit::Spades),
];

fn read(card: &str) -> Card {
    let rank = Rank::ORDERED[RANKS.find(&card[..1]).unwrap()];
    let (_, suit) = SUITS.into_iter().find(|(letter, _)| *letter == &card[1..]).unwrap();
    Card::new(rank, suit)
}

fn written(card: &Card) -> String {
    let place = usize::from(card.rank.value() - 2);
    let (letter, _) = SUITS.into_iter().find(|(_, suit)| *suit == card.suit).unwrap();
    format!("{}{letter}", &RANKS[place..=place])
}

fn position(seat: usize) -> PlayerPosition {
    PlayerPosition::from_index(seat).unwrap()
}

fn answer(question: &Question, difficulty: BotDifficulty) -> Vec<String> {
    let direction = match question.distance() {
        0 => PassingDirection::Hold,
        1 => PassingDirection::Left,
        2 => PassingDirection::Across,
        _ => PassingDirection::Right,
    };
    let phase = if question.passing() {
        RoundPhase::Passing(PassingState::new(direction))
    } else {
        RoundPhase::Playing
    };
    let leader = question.seat("trick").map_or(question.me(), |(leader, _)| leader);
    let hands = question
        .hands()
        .map(|hand| Hand::with_cards(hand.into_iter().map(read).collect()));
    let mut game = MatchState::with_seed(position(leader), 0);
    let place = PassingDirection::CYCLE.iter().position(|each| *each == direction);
    game.set_passing_index(place.unwrap());
    game.set_round(RoundState::from_hands(hands, position(leader), direction, phase));
    let mut controller = GameController::new_from_match_state(game);
    controller.set_bot_difficulty(difficulty);
    let me = position(question.me());
    if question.passing() {
        return controller.simple_pass_for(me).unwrap().iter().map(written).collect();
    }
    for (seat, card) in question.plays() {
        controller.play(position(seat), read(card)).unwrap();
    }
    let (_, card) = controller.autoplay_one(me.next()).unwrap();
    vec![written(&card)]
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "hard".to_string());
    let difficulty = match name.as_str() {
        "easy" => BotDifficulty::EasyLegacy,
        "normal" => BotDifficulty::NormalHeuristic,
        "hard" => BotDifficulty::FutureHard,
        "search" => BotDifficulty::SearchLookahead,
        _ => panic!("usage: bridge [easy|normal|hard|search], not {name}"),
    };
    serve(&format!("mdhearts-{name}"), |question| answer(question, difficulty));
}
