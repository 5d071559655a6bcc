// Plays seats for xinxin over a pipe; benchmarks/peers/pipe.py describes the lines.
//
// It is compiled with the sources of xinxin, except main.cpp:
//
//     xinxin-bridge [SIMULATIONS [WORLDS]]
//
// Each question is answered from scratch.  The seat becomes player 0, so that nobody has passed before
// it.  The other hands are those that heartslib guesses; xinxin makes guesses of its own.

#include <cassert>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "Hearts.h"
#include "UCT.h"
#include "iiMonteCarlo.h"

using namespace hearts;

namespace {

const std::string RANKS = "AKQJT98765432";  // in the order of xinxin's ranks, and so the suits
const std::string SUITS = "SDCH";
const int PLAYERS = 4;

card read(const std::string &word) {
    return Deck::getcard(SUITS.find(word[1]), RANKS.find(word[0]));
}

std::string written(card c) {
    return std::string() + RANKS[Deck::getrank(c)] + SUITS[Deck::getsuit(c)];
}

struct Played {
    card c;
    int player;
};

// A question; players are counted from the seat that is asked.
struct Question {
    bool passing = false;
    int seat = 0;
    int to = 0, from = 0;  // 0: there is no pass
    int leader = 0;
    std::vector<card> gave, got;
    std::vector<Played> plays;
    std::vector<std::vector<card> > hands;  // at the start of the play, or before the pass

    explicit Question(const std::string &line) : hands(PLAYERS) {
        std::istringstream words(line);
        std::string word, field;
        int turn = 0;
        words >> word;
        passing = word == "pass";
        while (words >> word) {
            if (islower(word[0])) {
                field = word;
                int number = 0;
                if (field != "hand" && field != "legal")
                    words >> number;
                if (field == "seat")
                    seat = number;
                number = (number - seat + PLAYERS) % PLAYERS;
                if (field == "to" || field == "gave")
                    to = number;
                if (field == "got")
                    from = number;
                if (field == "trick" && plays.empty())
                    leader = number;
                turn = field == "hand" ? 0 : number;
            } else if (field == "hand" || field == "guess") {
                hands[turn].push_back(read(word));
            } else if (field == "gave") {
                gave.push_back(read(word));
            } else if (field == "got") {
                got.push_back(read(word));
            } else if (field == "trick") {
                plays.push_back({read(word), turn});
                hands[turn].push_back(read(word));
                turn = (turn + 1) % PLAYERS;
            }
        }
    }
};

// Sets up the position of a question.
void setUp(HeartsGameState &game, Question question) {
    game.SetInitialCards(question.hands);
    for (auto &passed : game.passes)
        passed.clear();
    game.numCardsPassed = 0;
    game.setPassDir(question.to == 0 ? kHold : question.to == 1 ? kLeftDir
                    : question.to == 2 ? kAcrossDir : kRightDir);
    if (question.passing) {
        game.setFirstPlayer(0);
        return;
    }
    if (question.to != 0) {
        game.numCardsPassed = 3 * PLAYERS;
        game.passes[0] = question.gave;
        game.passes[question.from] = question.got;
    }
    game.currPlr = game.firstPlayer = question.leader;
    for (const Played &play : question.plays) {
        CardMove *move = static_cast<CardMove *>(game.getNewMove());
        move->init(play.c, kFollowCard, play.player, 0);
        game.ApplyMove(move);
        game.freeMove(move);
    }
}

// What the player to move chooses.
card chosen(HeartsGameState &game) {
    Move *move = game.getPlayer(0)->Play();
    card c = static_cast<CardMove *>(move)->c;
    move->player = 0;
    game.ApplyMove(move);
    game.freeMove(move);
    return c;
}

}  // namespace

int main(int argc, char **argv) {
    const int simulations = argc > 1 ? atoi(argv[1]) : 10000;
    const int worlds = argc > 2 ? atoi(argv[2]) : 30;
    if (simulations < worlds || worlds < 1) {
        std::cerr << "usage: xinxin-bridge [SIMULATIONS [WORLDS]], at least one each per world\n";
        return 2;
    }
    HeartsGameState game(1);
    game.setRules(kQueenPenalty | kLead2Clubs | kDoPassCards | kMustBreakHearts);
    for (int player = 0; player < PLAYERS; player++) {
        UCT *search = new UCT(simulations / worlds, 0.4);
        search->setPlayoutModule(new HeartsPlayout());
        search->setEpsilonPlayout(0.1);
        iiMonteCarlo *sampling = new iiMonteCarlo(search, worlds);
        sampling->setUseThreads(false);
        SimpleHeartsPlayer *one = new SafeSimpleHeartsPlayer(sampling);
        one->setModelLevel(2);
        game.addPlayer(one);
        one->setGameState(&game);
    }
    game.Reset();
    std::cout << "ready xinxin-" << simulations << "/" << worlds << std::endl;
    std::string line;
    while (std::getline(std::cin, line)) {
        const Question question(line);
        setUp(game, question);
        std::cout << written(chosen(game));
        for (int more = question.passing ? 2 : 0; more > 0; more--)
            std::cout << " " << written(chosen(game));
        std::cout << std::endl;
    }
}
