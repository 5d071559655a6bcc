// The records and messages of heartslib, made from its JSON Schemas, which say more: bounds of numbers,
// and how cards are spelled.

/** A whole game as the list of its moves. */
export type GameRecord = {
  format: "heartslib-game";
  version: 1;
  rules: Rules;
  players: number;
  dealer: Seat;
  names: Array<string>;
  moves: Array<Move>;
  begun?: Begun | null;
};

/** Each player passes cards to the player opposite. */
export type Across = {
  rule: "Across";
  count?: number;
  name?: string;
};

/** A seat accepts a claim or refuses it. */
export type Answer = {
  move: "Answer";
  seat: Seat;
  accepts: boolean;
};

/** A seat bids for the right to name the contract, or passes with 0. */
export type Bid = {
  move: "Bid";
  seat: Seat;
  bid: number;
};

/** Hearts may not be led while the ace of hearts is charged, until a heart has been played. */
export type BloodLock = {
  rule: "BloodLock";
  card?: Card;
  name?: string;
};

/** A nine that is led, or follows suit, makes the trick go round once more. */
export type BoosterNines = {
  rule: "BoosterNines";
  tricks?: TrickRule;
  most?: number;
  name?: string;
};

/** The dealer names the pattern by which cards are passed this round. */
export type CallPass = {
  move: "CallPass";
  seat: Seat;
  call: string;
};

/** Cards cost points to the player who takes them. */
export type CardValues = {
  rule: "CardValues";
  values: Array<[Card, number]>;
  name?: string;
};

/** The host changes the rules, between two rounds. */
export type ChangeRules = {
  move: "ChangeRules";
  rules: Rules;
};

/** A seat charges cards by showing them, or declines. */
export type Charge = {
  move: "Charge";
  seat: Seat;
  cards?: Cards;
};

/** A charged, or exposed, card may not be played to the first trick in which its suit is led. */
export type ChargedCardsWait = {
  rule: "ChargedCardsWait";
  lone_may_lead?: boolean;
  name?: string;
};

/** Some cards may be charged before the opening lead, to make them or others count double. */
export type Charges = {
  rule: "Charges";
  doubled: Array<[Card, Cards]>;
  each?: number | null;
  reopens?: boolean;
  late?: boolean;
  repeats?: boolean;
  in_turn?: boolean;
  secret?: boolean;
  before_pass?: boolean;
  times?: number;
  verb?: string;
  name?: string;
};

/** Chapter: charging. */
export type Charging = Charges | NoCharging | OwnRule;

/** The seat that shot the moon chooses how it is paid: "add" or "subtract". */
export type ChooseMoon = {
  move: "ChooseMoon";
  seat: Seat;
  choice: string;
};

/** The seat to act claims all the remaining tricks. */
export type Claim = {
  move: "Claim";
  seat: Seat;
};

/** Chapter: the contracts, and who names them. */
export type Contracts =
  | ContractsInOrder
  | DealerNamesContract
  | HighestBidderNames
  | NoContracts
  | TurnedCardNames
  | OwnRule;

/** The contracts follow each other in a fixed order, from round to round. */
export type ContractsInOrder = {
  rule: "ContractsInOrder";
  choices: Array<Contract>;
  first?: number;
  name?: string;
};

/** Scores begin at a number and fall; the game ends when someone has nothing left. */
export type CountDown = {
  rule: "CountDown";
  start?: number;
  play_off?: boolean;
  name?: string;
};

/** A cycle of passes, one each round. */
export type Cycle = {
  rule: "Cycle";
  patterns: Array<PassPattern>;
  others?: Array<[number, Array<PassPattern>]>;
  optional?: boolean;
  kept?: Cards;
  name?: string;
};

/** Chance deals the hands, seat 0 first, and the kitty, in order. */
export type Deal = {
  move: "Deal";
  hands: Array<Cards>;
  kitty?: Cards;
  face_up?: Cards;
  leader?: Seat | null;
};

/** The deal moves to the left. */
export type DealMovesLeft = {
  rule: "DealMovesLeft";
  every?: number;
  name?: string;
};

/** The deal moves to the left once the pool has been won. */
export type DealStaysWithPool = {
  rule: "DealStaysWithPool";
  name?: string;
};

/** Chapter: the dealer. */
export type Dealer = DealMovesLeft | DealStaysWithPool | LoserDeals | TakerDeals | OwnRule;

/** The dealer calls the pass before the deal. */
export type DealerCalls = {
  rule: "DealerCalls";
  count?: number;
  optional?: boolean;
  kept?: Cards;
  name?: string;
};

/** The dealer leads to the first trick. */
export type DealerLeads = {
  rule: "DealerLeads";
  name?: string;
};

/** The dealer names the contract of the round after looking at the hand. */
export type DealerNamesContract = {
  rule: "DealerNamesContract";
  choices: Array<Contract>;
  quotas?: Array<Quota>;
  in_order?: number;
  first?: number;
  name?: string;
};

/** Chapter: the pack. */
export type Deck = Pack | OwnRule;

/** Whoever cannot follow suit draws from the stock, one card at a time, until able to follow. */
export type DrawToFollow = {
  rule: "DrawToFollow";
  name?: string;
};

/** A player who is drawn by lot leads to the first trick, another one perhaps in each round. */
export type DrawnLeads = {
  rule: "DrawnLeads";
  name?: string;
};

/** The player to the dealer's left leads to the first trick. */
export type EldestLeads = {
  rule: "EldestLeads";
  name?: string;
};

/** Chapter: the end of the game. */
export type Ending = CountDown | Rounds | Target | ThereAndBack | OwnRule;

/** A round ends when every counting card has been taken. */
export type EndsWhenNothingCounts = {
  rule: "EndsWhenNothingCounts";
  claims?: boolean;
  name?: string;
};

/** Everyone plays alone. */
export type EveryoneAlone = {
  rule: "EveryoneAlone";
  name?: string;
};

/** A score of exactly some number of points falls to another. */
export type ExactTotals = {
  rule: "ExactTotals";
  totals: Array<[number, number]>;
  name?: string;
};

/** A player who can follow suit must. */
export type FollowSuit = {
  rule: "FollowSuit";
  name?: string;
};

/** Follow suit; the joker may also be played under a higher heart. */
export type FollowSuitOrJoker = {
  rule: "FollowSuitOrJoker";
  joker?: Card;
  name?: string;
};

/** Follow suit; the joker is a heart, whatever card stands for it. */
export type FollowSuitWithJoker = {
  rule: "FollowSuitWithJoker";
  joker?: Card;
  name?: string;
};

/** More points for a player who takes all of some cards. */
export type FullSet = {
  rule: "FullSet";
  cards: Cards;
  values: Array<[Card, number]>;
  wording?: string;
  name?: string;
};

/** Hearts may not be led until they are broken. */
export type HeartsMustBeBroken = {
  rule: "HeartsMustBeBroken";
  breakers?: Cards;
  spared?: Cards;
  locked?: Cards;
  discarded?: boolean;
  name?: string;
};

/** Hearts may never be led. */
export type HeartsNeverLed = {
  rule: "HeartsNeverLed";
  name?: string;
};

/** The right to name the contract is sold to the highest bidder. */
export type HighestBidderNames = {
  rule: "HighestBidderNames";
  choices: Array<Contract>;
  unsold: string;
  most_bid?: number;
  pools?: boolean;
  name?: string;
};

/** One card from each player; the highest trump wins, or else the highest card of the suit led. */
export type HighestCard = {
  rule: "HighestCard";
  trumps?: Suit | null;
  order?: string;
  name?: string;
};

/** One card from each player; the highest card of the suit led wins the trick. */
export type HighestOfSuitLed = {
  rule: "HighestOfSuitLed";
  equals?: "first" | "last" | "pairs-cancel" | "all-cancel";
  unresolved?: "leader" | "second-copy";
  name?: string;
};

/** Whoever loses the most pays each of the others the difference. */
export type HighestPays = {
  rule: "HighestPays";
  name?: string;
};

/** No cards are passed. */
export type Hold = {
  rule: "Hold";
  name?: string;
};

/** The holder of a certain card leads to the first trick. */
export type HolderLeads = {
  rule: "HolderLeads";
  card: Card;
  any_card?: boolean;
  then_taker_of?: Card | null;
  name?: string;
};

/** Every player pays the others for each counter lost: the pool is always paid out whole. */
export type Howell = {
  rule: "Howell";
  name?: string;
};

/** Whoever takes another player's joker pays that player. */
export type JokerPaid = {
  rule: "JokerPaid";
  joker?: Card;
  points?: number;
  name?: string;
};

/** The joker ranks between the jack and the ten of hearts, and wins tricks of other suits. */
export type JokerWins = {
  rule: "JokerWins";
  joker?: Card;
  always?: boolean;
  name?: string;
};

/** Follow suit; jokers may be played to any trick, and need not follow. */
export type JokersAnyTime = {
  rule: "JokersAnyTime";
  jokers?: Cards;
  name?: string;
};

/** Chapter: the kitty. */
export type Kitty = DrawToFollow | KittyTo | KittyToNobody | Stock | TurnedUp | OwnRule;

/** The kitty goes to whoever takes a trick, a certain card, a penalty card or the last trick. */
export type KittyTo = {
  rule: "KittyTo";
  taker?: "trick" | "penalty" | "last-trick";
  share?: number | null;
  exchanged?: boolean;
  cards?: Cards;
  name?: string;
};

/** The kitty is dead: nobody sees its cards, and nobody takes them. */
export type KittyToNobody = {
  rule: "KittyToNobody";
  name?: string;
};

/** A seat that took kitty cards into its hand lays down as many, with its tricks. */
export type LayDown = {
  move: "LayDown";
  seat: Seat;
  cards: Cards;
};

/** The lead must be of the suit of the last card played. */
export type LeadSuitOfLastCard = {
  rule: "LeadSuitOfLastCard";
  name?: string;
};

/** Whoever has the worst score deals the next round. */
export type LoserDeals = {
  rule: "LoserDeals";
  name?: string;
};

/** The holder of the lowest club in play leads it; in a full pack that is the two. */
export type LowestClubLeads = {
  rule: "LowestClubLeads";
  any_club?: boolean;
  name?: string;
};

/** Whoever loses the least is paid the differences. */
export type LowestIsPaid = {
  rule: "LowestIsPaid";
  clear_stand_aside?: boolean;
  name?: string;
};

/** Everyone passes cards to the middle; they are shuffled and dealt back. */
export type Mix = {
  rule: "Mix";
  count?: number;
  fewer?: boolean;
  unless_charged?: boolean;
  name?: string;
};

/** Chapter: shooting the moon. */
export type Moon = NoMoon | ShootTheMoon | OwnRule;

/** Points for the most tricks, with ties broken by the cards of a suit. */
export type MostTricks = {
  rule: "MostTricks";
  ties: Cards;
  points?: number;
  name?: string;
};

/** The dealer, or the highest bidder, names the contract of the round. */
export type NameContract = {
  move: "NameContract";
  seat: Seat;
  contract: string;
};

/** Whoever named the contract leads to the first trick. */
export type NamerLeads = {
  rule: "NamerLeads";
  name?: string;
};

/** No card may be charged. */
export type NoCharging = {
  rule: "NoCharging";
  name?: string;
};

/** All rounds are played by the same rules. */
export type NoContracts = {
  rule: "NoContracts";
  name?: string;
};

/** Some cards may not be discarded. */
export type NoDiscardOf = {
  rule: "NoDiscardOf";
  cards: Cards;
  first?: Cards;
  name?: string;
};

/** No reward for taking every penalty card. */
export type NoMoon = {
  rule: "NoMoon";
  name?: string;
};

/** No penalty card may be played to the first trick. */
export type NoPenaltyOnFirstTrick = {
  rule: "NoPenaltyOnFirstTrick";
  cards: Cards;
  name?: string;
};

/** The points of a round never fall below a floor. */
export type NoRoundBelow = {
  rule: "NoRoundBelow";
  floor?: number;
  name?: string;
};

/** No score falls below a floor. */
export type NoTotalBelow = {
  rule: "NoTotalBelow";
  points?: number;
  name?: string;
};

/** A bonus for taking no trick. */
export type NoTricksBonus = {
  rule: "NoTricksBonus";
  bonus?: number;
  despite_moon?: boolean;
  name?: string;
};

/** Points for a player who takes none of some cards. */
export type NoneOf = {
  rule: "NoneOf";
  cards: Cards;
  bonus: number;
  name?: string;
};

/** Chapter: the opening lead; a restriction on play that also says who leads. */
export type Opening =
  | DealerLeads
  | DrawnLeads
  | EldestLeads
  | HolderLeads
  | LowestClubLeads
  | NamerLeads
  | OwnRule;

/** One or more packs of 52 cards, perhaps with some added or removed and a kitty set aside. */
export type Pack = {
  rule: "Pack";
  packs?: number;
  lowest?: Rank;
  removals?: Removals;
  kitty?: number;
  left_over?: boolean;
  kitties?: Array<[number, number]>;
  hand?: number | null;
  added?: Array<[number, Cards]>;
  kitty_last?: boolean;
  shows_last?: boolean;
  name?: string;
};

/** Each player passes cards to several players: two to one side and one to the other, say. */
export type Packets = {
  rule: "Packets";
  parts: Array<[number, number]>;
  name?: string;
};

/** Players who sit opposite each other are partners. */
export type Partners = {
  rule: "Partners";
  pooled?: boolean;
  name?: string;
};

/** A seat lays down the cards it passes. */
export type Pass = {
  move: "Pass";
  seat: Seat;
  cards: Cards;
  to?: Array<[number, Cards]>;
};

/** The pass of one round. */
export type PassPattern = Across | Hold | Mix | Packets | Scatter | Toward | OwnRule;

/** Chapter: passing. */
export type Passing = Cycle | DealerCalls | WinnerToLoser | OwnRule;

/** How a moon changes the scores of the shooter and of everyone else. */
export type Pay = {
  rule: "Pay";
  others?: Seat;
  shooter?: number;
  taken?: number;
  spare_partner?: boolean;
  name?: string;
};

/** How a moon is paid. */
export type Payment = Pay | SubtractFrom | OwnRule;

/** The highest bidder pays the bid. */
export type PaysBid = {
  rule: "PaysBid";
  points?: number;
  name?: string;
};

/** A seat plays a card to the trick. */
export type Play = {
  move: "Play";
  seat: Seat;
  card: Card;
};

/** A player who cannot follow suit must play one of some cards. */
export type PlayIfVoid = {
  rule: "PlayIfVoid";
  cards: Cards;
  name?: string;
};

/** Chapter: play; one restriction on which cards may be played. */
export type PlayRule =
  | FollowSuitOrJoker
  | FollowSuitWithJoker
  | JokersAnyTime
  | BloodLock
  | ChargedCardsWait
  | FollowSuit
  | HeartsMustBeBroken
  | HeartsNeverLed
  | LeadSuitOfLastCard
  | NoDiscardOf
  | NoPenaltyOnFirstTrick
  | PlayIfVoid
  | PlayWhenSafe
  | QueenWhenSafe
  | OwnRule;

/** One of some cards must be played as soon as it is safe. */
export type PlayWhenSafe = {
  rule: "PlayWhenSafe";
  cards: Cards;
  name?: string;
};

/** A round is played to its last trick, unless a claim ends it. */
export type PlayedOut = {
  rule: "PlayedOut";
  claims?: boolean;
  name?: string;
};

/** The dealer fills a pool, and those with the fewest card points share it. */
export type PoolByPlaces = {
  rule: "PoolByPlaces";
  values: Array<[Card, number]>;
  shares?: Array<number>;
  limit?: number;
  fine?: number;
  name?: string;
};

/** The queen of spades must be played as soon as it is safe. */
export type QueenWhenSafe = {
  rule: "QueenWhenSafe";
  card?: Card;
  name?: string;
};

/** Points are subtracted, as a rule once someone has reached a score. */
export type Reversed = {
  rule: "Reversed";
  at?: number;
  name?: string;
};

/** Chapter: the end of a round, before its last trick. */
export type RoundEnd = EndsWhenNothingCounts | PlayedOut | OwnRule;

/** The game ends after a number of rounds; the lowest score wins, or the highest. */
export type Rounds = {
  rule: "Rounds";
  rounds: number;
  play_off?: boolean;
  points_are_good?: boolean;
  each?: boolean;
  name?: string;
};

/** Each player passes cards to every other player. */
export type Scatter = {
  rule: "Scatter";
  each?: number;
  name?: string;
};

/** The score of the finished round is entered: its sheet is added to the scores. */
export type Score = {
  move: "Score";
};

/** Taking a certain card multiplies the score of the round. */
export type ScoreMultiplier = {
  rule: "ScoreMultiplier";
  card: Card;
  factor?: number;
  alone?: number;
  others?: Cards;
  name?: string;
};

/** The cards are laid out as in the middle of a round, instead of a deal. */
export type SetUp = {
  move: "SetUp";
  scores?: Array<number> | null;
  pool?: number | null;
  contract?: string | null;
  bids?: Array<number | null>;
  kitty?: Cards;
  face_up?: Cards;
  charged?: Array<Cards>;
  tricks?: Array<Cards>;
  trick?: Cards;
  shown?: Array<Cards>;
  waived?: Array<string>;
  leader: Seat;
  hands: Array<Cards>;
  taken?: Array<Cards>;
  captured?: Array<Cards>;
};

/** A player who takes every penalty card is rewarded. */
export type ShootTheMoon = {
  rule: "ShootTheMoon";
  paid?: Array<Payment>;
  points?: number | null;
  also?: Cards;
  sun?: number | null;
  wins_game?: boolean;
  automatic?: boolean;
  name?: string;
};

/** A player who discards a heart from a hand of nothing but hearts shows the hand. */
export type ShowHandOfHearts = {
  rule: "ShowHandOfHearts";
  name?: string;
};

/** Chapter: showing; when a player must show the hand. */
export type Showing = ShowHandOfHearts | OwnRule;

/** The card that the dealer has shown says by its suit and rank what else counts in the round. */
export type ShownCard = {
  rule: "ShownCard";
  doubled?: Rank;
  points?: number;
  name?: string;
};

/** Chapter: sides. */
export type Sides = EveryoneAlone | Partners | OwnRule;

/** Chapter: scoring, or bonuses; one scoring step. */
export type Step =
  | JokerPaid
  | HighestPays
  | Howell
  | LowestIsPaid
  | PaysBid
  | PoolByPlaces
  | Sweepstake
  | CardValues
  | FullSet
  | MostTricks
  | NoneOf
  | NoRoundBelow
  | NoTricksBonus
  | ScoreMultiplier
  | ShownCard
  | TrickValues
  | OwnRule;

/** The cards that were not dealt are a stock, from which the hands are filled up. */
export type Stock = {
  rule: "Stock";
  draws?: number;
  name?: string;
};

/** The host ends the game; a finished round is scored, a round in progress is not. */
export type Stop = {
  move: "Stop";
};

/** Points for everyone else; once someone has a certain score, points off instead. */
export type SubtractFrom = {
  rule: "SubtractFrom";
  score: number;
  name?: string;
};

/** What players pay goes into a pool, which a player without penalty cards wins. */
export type Sweepstake = {
  rule: "Sweepstake";
  odd_is_jack?: boolean;
  name?: string;
};

/** Whoever took a certain card deals the next round. */
export type TakerDeals = {
  rule: "TakerDeals";
  card: Card;
  name?: string;
};

/** The game ends when someone reaches a score; the lowest score wins, or the highest. */
export type Target = {
  rule: "Target";
  points?: number;
  play_off?: boolean;
  passed?: boolean;
  points_are_good?: boolean;
  exact_wins?: boolean;
  all_lose?: boolean;
  name?: string;
};

/** The game turns when someone reaches a score, and ends when someone is back at 0. */
export type ThereAndBack = {
  rule: "ThereAndBack";
  at?: number;
  name?: string;
};

/** Chapter: totals; one step from the points of a round to the new scores. */
export type TotalRule = ExactTotals | NoTotalBelow | Reversed | OwnRule;

/** Each player passes cards to the player some number of places onward. */
export type Toward = {
  rule: "Toward";
  places: number;
  count?: number;
  name?: string;
};

/** Chapter: tricks; also how cards rank, and which are trumps. */
export type TrickRule = JokerWins | BoosterNines | HighestCard | HighestOfSuitLed | OwnRule;

/** Points for taking tricks: some by number, those with certain cards, each, or the most. */
export type TrickValues = {
  rule: "TrickValues";
  at?: Array<[number, number]>;
  holding?: Array<[Card, number]>;
  together?: number;
  each?: number;
  most?: number;
  name?: string;
};

/** The card that is turned up after the deal decides the contract. */
export type TurnedCardNames = {
  rule: "TurnedCardNames";
  choices: Array<Contract>;
  name?: string;
};

/** The cards that were not dealt are turned face up, and are out of play. */
export type TurnedUp = {
  rule: "TurnedUp";
  name?: string;
};

/** Everyone passes in the direction in which the best player passes to the worst. */
export type WinnerToLoser = {
  rule: "WinnerToLoser";
  count?: number;
  name?: string;
};

/** How a game began that went on from elsewhere; see Game.new. */
export type Begun = {
  scores: Array<number>;
  round_number?: number;
  contracts?: Array<string>;
  leader?: Seat | null;
  pool?: number;
};

/** A card: rank, then suit, such as "QS", "10d" or "Q♠". */
export type Card = string;

/** Cards, as a string or a list of strings. */
export type Cards = CardsText | Array<CardsText>;

/** Cards as a string, such as "QS KS AS"; "" for none. */
export type CardsText = string;

/** A contract: the chapters of the rulebook that it replaces for a round. */
export type Contract = {
  name: string;
  scoring?: Array<Step> | null;
  play?: Array<PlayRule> | null;
  round_end?: RoundEnd | null;
  charging?: Charging | null;
  showing?: Showing | null;
  tricks?: TrickRule | null;
  moon?: Moon | null;
  bonuses?: Array<Step> | null;
};

export type Move =
  | CallPass
  | Bid
  | NameContract
  | Pass
  | Charge
  | Play
  | Claim
  | Answer
  | LayDown
  | ChooseMoon
  | Deal
  | SetUp
  | Score
  | ChangeRules
  | Stop;

/** A rule that is not of the library: a reader must have been given its class. */
export type OwnRule = {
  rule: string;
  [key: string]: unknown;
};

/** How often some contracts are named. */
export type Quota = {
  contracts: Array<string>;
  player?: number | null;
  game?: number | null;
};

/** A rank: 1 in a few packs, 2 to 10, 11 for the jack, 12, 13, and 14 for the ace. */
export type Rank = number;

/** The cards removed from the pack, by number of players. */
export type Removals = {
  removed?: Array<[number, Cards]>;
};

export type Rules =
  | Variant
  | {
    name: string;
    players?: Array<number>;
    deck?: Deck;
    kitty?: Kitty;
    dealer?: Dealer;
    direction?: "clockwise" | "counterclockwise";
    sides?: Sides;
    contracts?: Contracts;
    passing?: Passing;
    charging?: Charging;
    opening?: Opening;
    play?: Array<PlayRule>;
    showing?: Showing | null;
    tricks?: TrickRule;
    round_end?: RoundEnd;
    scoring?: Array<Step>;
    moon?: Moon;
    bonuses?: Array<Step>;
    totals?: Array<TotalRule>;
    ending?: Ending;
    summary?: string;
    source?: string;
    aliases?: Array<string>;
    decisions?: Array<string>;
    decisions_by_players?: Array<[number, Array<string>]>;
    revision?: number;
  };

/** A seat, counted from 0. */
export type Seat = number;

/** A suit by its letter. */
export type Suit = "C" | "D" | "S" | "H";

/** A variant by its slug, with its revision where it matters: "american@1". */
export type Variant = string;

/** A rulebook alone. */
export type Rulebook = {
  format: "heartslib-rules";
  version: 1;
  rules: Rules;
};

/** One round that was played anywhere, or several. */
export type RecordedRound = {
  rounds: Array<Round>;
  [key: string]: unknown;
} | Round;

/** Chance deals the hands, seat 0 first, and the kitty, in order. */
export type MixedDeal = {
  hands: Array<Cards>;
  kitty?: Cards;
  face_up?: Cards;
  leader?: Seat | null;
};

/** One round that was played anywhere: what was dealt, passed and played. */
export type Round = {
  leader?: Seat | null;
  scores?: Array<number> | null;
  pool?: number | null;
  contract?: string | null;
  bids?: Array<number | null> | null;
  kitty?: Cards | null;
  face_up?: Cards | null;
  charged?: Array<Cards> | null;
  hands: Array<Cards>;
  plays: Cards;
  variant?: string | null;
  round?: number;
  dealer?: Seat | null;
  call?: string | null;
  mixed?: MixedDeal | null;
  charged_first?: Array<Cards> | null;
  laid_down?: Array<Cards> | null;
  moon?: string | null;
  points?: Array<number> | null;
  passes?:
    | Array<
      | Cards
      | {
        [key: string]: Cards;
      }>
    | null;
  [key: string]: unknown;
};

/** What one seat knows, as a server sends it. */
export type ViewMessage = {
  format: "heartslib-view";
  version: 1;
  number: number;
  /** How often moves have been taken back; 0 if it is absent. */
  epoch: number;
  /** The number of the earlier view from which on there are events. */
  since?: number | null;
  events?: Array<Event>;
  view: View;
  question: Question | null;
};

/** A seat has bid for naming the contract, or passed with a bid of 0. */
export type BidMade = {
  event: "BidMade";
  seat: Seat;
  bid: number;
};

/** A seat has played a card; is_lead if it opens a trick. */
export type CardPlayed = {
  event: "CardPlayed";
  seat: Seat;
  card: Card;
  is_lead: boolean;
};

/** A seat, or everyone, has drawn count cards from the stock; cards are those of this seat. */
export type CardsDrawn = {
  event: "CardsDrawn";
  count: number;
  cards: CardsText | null;
  seat: Seat | null;
};

/** The cards that all have laid in the middle have been shuffled and dealt back. */
export type CardsMixed = {
  event: "CardsMixed";
};

/** This seat has received cards from giver, or from the middle after a mix: then giver is null. */
export type CardsReceived = {
  event: "CardsReceived";
  cards: CardsText;
  giver: Seat | null;
};

/** After the deal, cards were turned up for all to see. */
export type CardsTurned = {
  event: "CardsTurned";
  cards: Array<Card>;
};

/** A seat has charged nothing, or nothing more. */
export type ChargeDeclined = {
  event: "ChargeDeclined";
  seat: Seat;
};

/** A seat has charged cards. */
export type Charged = {
  event: "Charged";
  seat: Seat;
  cards: CardsText;
};

/** A seat has charged cards that the others do not see yet; cards is null except for that seat. */
export type ChargedInSecret = {
  event: "ChargedInSecret";
  seat: Seat;
  count: number;
  cards: CardsText | null;
};

/** A seat has accepted a claim or refused it. */
export type ClaimAnswered = {
  event: "ClaimAnswered";
  seat: Seat;
  accepts: boolean;
};

/** A claim has been accepted by all, or refused by one. */
export type ClaimSettled = {
  event: "ClaimSettled";
  seat: Seat;
  accepted: boolean;
};

/** A seat claims all the remaining tricks. */
export type Claimed = {
  event: "Claimed";
  seat: Seat;
};

/** The contract of the round is known; namer is null if there was nothing to choose. */
export type ContractNamed = {
  event: "ContractNamed";
  contract: string;
  namer: Seat | null;
};

/** The game has ended. */
export type GameOver = {
  event: "GameOver";
  winners: Array<Seat>;
};

/** Everyone was dealt size cards, and kitty cards were set aside. */
export type HandDealt = {
  event: "HandDealt";
  hand: CardsText | null;
  size: number;
  kitty: number;
};

/** A seat has shown cards of its hand to all. */
export type HandShown = {
  event: "HandShown";
  seat: Seat;
  cards: CardsText;
};

/** A card has broken hearts, in a game in which they must be broken. */
export type HeartsBroken = {
  event: "HeartsBroken";
  seat: Seat;
  card: Card;
};

/** A seat has taken kitty cards, into its hand or with a trick. */
export type KittyTaken = {
  event: "KittyTaken";
  seat: Seat;
  count: number;
  cards: CardsText | null;
};

/** A seat has laid down cards for the kitty that it took; cards is null except for that seat. */
export type LaidDown = {
  event: "LaidDown";
  seat: Seat;
  count: number;
  cards: CardsText | null;
};

/** The host has laid out a position in the middle of a round; the view shows it. */
export type LaidOut = {
  event: "LaidOut";
};

/** The shooter has chosen how the moon is paid. */
export type MoonChosen = {
  event: "MoonChosen";
  seat: Seat;
  choice: string;
};

/** A side has shot the moon; where there is a choice, it is asked next how it is paid. */
export type MoonShot = {
  event: "MoonShot";
  seats: Array<Seat>;
};

/** How cards are passed this round has become known. */
export type PassCalled = {
  event: "PassCalled";
  pattern: PassPattern;
};

/** A seat has laid down the count cards that it passes; cards is null except for that seat. */
export type Passed = {
  event: "Passed";
  seat: Seat;
  cards: CardsText | null;
  count: number;
};

/**
 * The last seat with cards has taken them, and the rest of the stock; cards is null for
 * others.
 */
export type RestTaken = {
  event: "RestTaken";
  seat: Seat;
  count: number;
  cards: CardsText | null;
};

/** A round begins; number counts from 0, and people say one more: the first is round 1. */
export type RoundBegun = {
  event: "RoundBegun";
  number: number;
  dealer: Seat;
};

/** The round is over and has been counted. */
export type RoundCounted = {
  event: "RoundCounted";
  sheet: ScoreSheet;
};

/** The host has changed the rules; the coming round is played by these. */
export type RulesChanged = {
  event: "RulesChanged";
  rules: Rules;
};

/** The sheet of a round has been added to the scores. */
export type ScoreEntered = {
  event: "ScoreEntered";
  sheet: ScoreSheet;
  scores: Array<number>;
};

/** Nobody has won a trick; its cards wait for the next taker, and leader leads again. */
export type TrickLeft = {
  event: "TrickLeft";
  leader: Seat;
  cards: CardsText;
};

/** A seat has taken a trick, and with it the cards waiting from tricks that nobody won. */
export type TrickTaken = {
  event: "TrickTaken";
  seat: Seat;
  cards: CardsText;
};

export type Event =
  | RoundBegun
  | RulesChanged
  | LaidOut
  | PassCalled
  | HandDealt
  | CardsTurned
  | BidMade
  | ContractNamed
  | Passed
  | CardsMixed
  | CardsReceived
  | Charged
  | ChargedInSecret
  | ChargeDeclined
  | CardPlayed
  | HeartsBroken
  | HandShown
  | TrickTaken
  | TrickLeft
  | KittyTaken
  | LaidDown
  | CardsDrawn
  | RestTaken
  | Claimed
  | ClaimAnswered
  | ClaimSettled
  | MoonShot
  | MoonChosen
  | RoundCounted
  | ScoreEntered
  | GameOver;

/** One entry of a score sheet: the points, and why. */
export type Line = {
  seat: Seat;
  points: number;
  wording?: string;
  step?: string;
  cards?: CardsText;
  factor?: number;
  trick?: number;
  tricks?: number;
  others?: Array<Seat>;
  /** Why, in English. */
  reason: string;
};

/** Cards that went from one seat to another. */
export type Packet = {
  giver: Seat;
  taker: Seat;
  cards: CardsText;
};

/** What a seat is asked now. */
export type Question =
  | {
    shape: "cards";
    verb: string;
    task: string;
    among: Array<Card>;
    counts: [number, ...Array<number>];
    barred: {
      [key: string]: {
        rule: string;
        reason: string;
      };
    };
    to: Array<[number, number]>;
    instead: Array<string>;
  }
  | {
    shape: "name";
    verb: string;
    task: string;
    names: [string, ...Array<string>];
    words: Array<string>;
  }
  | {
    shape: "yes-or-no";
    verb: string;
    task: string;
    refusal: string;
  };

/** The score of one round. */
export type ScoreSheet = {
  players: number;
  lines: Array<Line>;
  pooled: Array<Array<Seat>>;
  winners: Array<Seat>;
  pool: number | null;
  jack: boolean;
  shooters: Array<number>;
};

/** What is settled about a round before its first lead, for all to see. */
export type Settled = {
  contract: string | null;
  bids: Array<number | null>;
  face_up: Array<Card>;
  leader: Seat | null;
  pool: number;
  jack: boolean;
};

/** Everything that is face up in a round. */
export type Table = {
  trick: Trick;
  played: CardsText;
  tricks: Array<Trick>;
  shown: Array<CardsText>;
  charged: Array<CardsText>;
};

/** The cards of one trick in the order of play, its leader's first. */
export type Trick = {
  leader: Seat;
  players: number;
  cards: Array<Card>;
  taker: Seat | null;
  seats: Array<Seat>;
  drawn: Array<number>;
};

/** The current round as one seat sees it, and the scores of the earlier rounds. */
export type View = {
  rules: Rules;
  names: Array<string>;
  dealer: Seat;
  scores: Array<number>;
  sheets: Array<ScoreSheet>;
  course: Array<Array<number>>;
  contracts: Array<[number, string | null]>;
  settled: Settled;
  seat: Seat | null;
  phase: "call" | "deal" | "bid" | "contract" | "early-charge" | "pass" | "charge" | "play" | "kitty" | "moon" | "score" | "over";
  to_act: Array<Seat>;
  up_next: Array<number>;
  pattern: PassPattern | null;
  hand: CardsText;
  hand_sizes: Array<number>;
  given: CardsText;
  received: CardsText;
  packets: Array<Packet>;
  table: Table;
  secret: CardsText;
  secret_sizes: Array<number>;
  kitty_size: number;
  captured: CardsText;
  captured_sizes: Array<number>;
  offered: number;
  claimant: Seat | null;
  claim_refused: boolean;
  sheet: ScoreSheet | null;
};

/** A move, as a seat sends it. */
export type MoveMessage = {
  format: "heartslib-move";
  version: 1;
  number?: number | null;
  /** How often moves have been taken back; 0 if it is absent. */
  epoch?: number;
  move: Move;
};

/** An answer to a question, as a seat sends it. */
export type AnswerMessage = {
  format: "heartslib-answer";
  version: 1;
  number?: number | null;
  /** How often moves have been taken back; 0 if it is absent. */
  epoch?: number;
  cards?: Cards | null;
  name?: string | null;
  yes?: boolean | null;
} & (
  | {
    cards: Cards;
    name?: null;
    yes?: null;
  }
  | {
    name: string;
    cards?: null;
    yes?: null;
  }
  | {
    yes: boolean;
    cards?: null;
    name?: null;
  }
);

/** A game that was played elsewhere, round by round. */
export type ScoreCard =
  | CardRounds
  | {
    variant?: Variant | null;
    rules?: Rules | null;
    names?: Array<string> | null;
    rounds: CardRounds;
  };

/** Other rules, from the next round on. */
export type Change = {
  rules: Rules;
};

/** A round by the points of penalty cards that each seat took; null is the rest. */
export type Counted = {
  counted: Array<number | null>;
  taken?: Array<Cards>;
  contract?: string | null;
  moon?: string | null;
  charged?: Cards;
  trick_counts?: Array<number> | null;
  partial?: boolean;
  bids?: Array<number> | null;
};

/** Points beside the rounds that players agreed on, such as for a renege. */
export type Penalty = {
  penalty: Array<number>;
  reason?: string;
};

/** A round by the points that it gave in the end, seat 0 first. */
export type Points = {
  points: Array<number>;
  insist?: boolean;
  contract?: string | null;
};

export type CardRounds = Array<Array<Cards> | Taken | Tricks | Counted | Points | Sheet | Change | Penalty | Start>;

/** A round by its score sheet. */
export type Sheet = {
  sheet: ScoreSheet;
  contract?: string | null;
};

/** The scores before the first round, seat 0 first; this entry comes first. */
export type Start = {
  scores: Array<number>;
};

/** A round by what each seat took, seat 0 first. */
export type Taken = {
  taken: Array<Cards>;
  contract?: string | null;
  moon?: string | null;
  charged?: Cards;
  trick_counts?: Array<number> | null;
  partial?: boolean;
  bids?: Array<number> | null;
};

/** A round by its tricks, each in the order of play. */
export type Tricks = {
  tricks: Array<Cards>;
  leader: Seat;
  contract?: string | null;
  moon?: string | null;
  charged?: Cards;
  trick_counts?: Array<number> | null;
  partial?: boolean;
  bids?: Array<number> | null;
};

/** A line of test vectors for an engine. */
export type Vector = Beginning | Made;

/** A game begins: its record, without moves. */
export type Beginning = {
  format: "heartslib-game";
  version: 1;
  rules: Rules;
  players: number;
  dealer: Seat;
  names: Array<string>;
  moves: Array<Move>;
  begun?: Begun | null;
};

/** A move, what its seat was asked, and what everyone has seen happen. */
export type Made = {
  move: Move;
  question: Question | null;
  events: Array<Event>;
};
