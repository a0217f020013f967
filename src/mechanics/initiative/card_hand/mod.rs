//! Initiative by hands of cards: each lays one face down, all are turned together, the highest acts first. Those who
//! hold no hand have a card that stands for them every round.
//!
//! To lay is a task of its own, so that players see a new hand while they choose. The cards are kept aside until the
//! last answer is in; then all are turned in one go. So no card comes to light early, though every answer is known to
//! the task.

mod deck;
mod numbers;
mod sense;

use std::cmp::Reverse;

pub use deck::{Deck, Hand, Laid, every_card};
pub use numbers::{CardHand, CardHandRules, Counts, Followers, Jokers, Named};

use self::sense::Sight;
use crate::dice::Card;
use crate::mechanics::prelude::*;

/// What rules files call this mechanic.
const NAME: &str = "CardHand";

/// The most cards that there are to deal.
const PACK: usize = 54;

/// Where somebody comes in a round; the greatest goes first.
type Rank = (bool, (i32, u8), bool, i32, Reverse<u16>);

impl CardHand {
    /// Whether somebody is dealt a hand.
    fn holds(&self, look: Look<'_>, who: Id) -> bool {
        self.dealt.is_none_or(|word| look.has_tag(who, word)) && self.led_by(look, who).is_none()
    }

    /// Whom somebody acts right after.
    fn led_by(&self, look: Look<'_>, who: Id) -> Option<Id> {
        let leader = look.leader(who).filter(|_| self.followers == Followers::AfterTheirLeader)?;
        (look.is_about(leader) && !look.is_dead(leader)).then_some(leader)
    }

    /// The card that stands for somebody every round.
    fn set_card(look: Look<'_>, who: Id) -> Option<Card> {
        look.profile(who)?.tags.iter().find_map(|tag| Card::parse(tag.as_str()))
    }

    fn is_here(look: Look<'_>, who: Id) -> bool {
        look.is_about(who) && !look.is_dead(who)
    }

    fn laid(look: Look<'_>, who: Id) -> Laid {
        look.get::<Laid>(who).copied().unwrap_or_default()
    }

    /// Whether somebody has a turn in this round.
    fn takes_part(&self, look: Look<'_>, who: Id) -> bool {
        let joined = Self::laid(look, who).joined;
        Self::is_here(look, who)
            && !look.is(who, self.caught)
            && (look.arranged().is_some() || joined < look.clock().round)
    }

    /// Where somebody comes by their own card.
    fn own_rank(&self, look: Look<'_>, who: Id) -> Rank {
        let nimble = look.value(who, self.quicker);
        let last = (false, (0, 0), false, nimble, Reverse(who.0));
        if let Some(order) = look.arranged() {
            let place = order.iter().position(|id| *id == who).unwrap_or(order.len());
            return (true, (-(place as i32), 0), false, 0, Reverse(who.0));
        }
        // Whoever is out of it has their turn when all the others have had theirs.
        if !Self::can_lay(look, who) {
            return last;
        }
        if self.holds(look, who) {
            let card = Self::laid(look, who).card;
            // Whoever could not be dealt one goes with those of their side who were.
            let shared = || {
                let empty = deck::hand(look, who).is_empty();
                let others = look.everybody().filter(|id| *id < who && look.side(*id) == look.side(who));
                others.filter_map(|id| Self::laid(look, id).card).last().filter(|_| empty)
            };
            let place = |(card, number): (Card, i32)| (true, card.rank(number), true, nimble, Reverse(who.0));
            return card.or_else(shared).map_or(last, place);
        }
        match Self::set_card(look, who) {
            Some(card) => (true, card.rank(self.joker.highest()), false, nimble, Reverse(who.0)),
            None => last,
        }
    }

    /// Where somebody comes with the leader whom they follow: each right before those who follow that one.
    fn rank(&self, look: Look<'_>, who: Id) -> (Rank, Reverse<SmallVec<[u16; 4]>>) {
        let listed = look.arranged();
        let is_listed = |id: Id| listed.is_some_and(|order| order.contains(&id));
        let (mut first, mut line) = (who, SmallVec::<[u16; 4]>::new());
        while let Some(leader) = self.led_by(look, first).filter(|_| !is_listed(first) && !line.contains(&first.0)) {
            line.insert(0, first.0);
            first = leader;
        }
        (self.own_rank(look, first), Reverse(line))
    }

    /// Whether somebody is in a state to lay a card: conscious, whatever else they can do.
    fn can_lay(look: Look<'_>, who: Id) -> bool {
        look.counts(who)
    }

    /// Whether somebody has laid a card that nobody has turned yet: they lay in the order of their numbers.
    fn lies_face_down(&self, look: Look<'_>, who: Id) -> bool {
        let Some(question) = look.question() else { return false };
        let may = self.holds(look, who) && Self::can_lay(look, who) && !deck::hand(look, who).is_empty();
        let is_laid = match question.kind.as_str() {
            "lay" => question.who.is_some_and(|asked| who < asked),
            kind => kind == "joker",
        };
        may && is_laid
    }

    /// The holders who are here, in the order of their numbers.
    fn holders(&self, look: Look<'_>) -> Vec<Id> {
        look.everybody().filter(|id| Self::is_here(look, *id) && self.holds(look, *id)).collect()
    }

    /// How many must be served.
    fn competitors(&self, look: Look<'_>) -> usize {
        let holders = self.holders(look).len();
        if self.counts == Counts::Holders {
            return holders;
        }
        let counts = |id: &Id| Self::is_here(look, *id) && !self.holds(look, *id) && self.led_by(look, *id).is_none();
        let kind = |id: Id| (look.side(id), look.profile(id).map(|profile| profile.name));
        let mut kinds: Vec<_> = look.everybody().filter(counts).map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        holders + kinds.len()
    }

    fn cards_for(&self, competitors: usize) -> i32 {
        let competitors = i32::try_from(competitors).unwrap_or(i32::MAX);
        if competitors >= self.one_card_from { 1 } else { self.cards.get(competitors.max(1)).unwrap_or(1) }
    }

    /// What somebody is dealt, where a hand has `size` cards.
    fn dealt_to(look: Look<'_>, who: Id, size: i32) -> i32 {
        look.sum(&Case::of("cards", who), Sum::of("hand", size)).total().max(0)
    }

    fn new_hand(&self, table: &mut Table<'_>) -> Step {
        let is_first = table.look().battle::<Deck>().is_none_or(|deck| deck.size == 0);
        deck::gather(table)?;
        let holders = self.holders(table.look());
        let competitors = self.competitors(table.look());
        let size = self.cards_for(competitors);
        table.edit_battle::<Deck>().size = size;
        let served: Vec<(Id, i32)> =
            holders.iter().take(PACK).map(|who| (*who, Self::dealt_to(table.look(), *who, size))).collect();
        let is_enough = served.iter().map(|(_, cards)| *cards).sum::<i32>() <= PACK as i32;
        // Where the pack is too small, nobody has more than their hand before all have theirs.
        for (who, cards) in &served {
            deck::deal(table, *who, if is_enough { *cards } else { size.min(*cards) })?;
        }
        for (who, cards) in served.iter().filter(|_| !is_enough) {
            deck::deal(table, *who, cards - size)?;
        }
        let usual = self.cards_for(1);
        let rule = match () {
            () if size < usual => self.rules.smaller,
            () if is_first => self.rules.deck,
            () => self.rules.new_hand,
        };
        let (count, seconds) = (holders.len(), size.saturating_mul(self.seconds));
        table.note(|_| {
            let hands = if count == 1 { "one hand".to_owned() } else { format!("{count} hands") };
            let cards = if size == 1 { "card" } else { "cards" };
            let start = if is_first { "The pack is shuffled" } else { "A new hand: all cards are shuffled" };
            let are = if count == 1 { "is" } else { "are" };
            Fact::new(rule, format!("{start}, and {hands} of {size} {cards} {are} dealt for {seconds} seconds."))
        });
        Ok(())
    }

    /// Asks everybody for a card, and turns them together.
    fn lay(&self, table: &mut Table<'_>) -> Step {
        let look = table.look();
        let may = |who: &Id| {
            let ready = Self::can_lay(look, *who) && self.takes_part(look, *who);
            ready && !deck::hand(look, *who).is_empty()
        };
        let players: Vec<Id> = self.holders(look).into_iter().filter(may).collect();
        let mut laid: Vec<(Id, Card, i32)> = Vec::new();
        for who in players {
            let (card, number) = self.ask(table, who)?;
            laid.push((who, card, number));
        }
        if self.joker_named == Named::WhenRevealed {
            for (who, card, number) in laid.iter_mut().filter(|(_, card, _)| card.is_joker()) {
                *number = self.ask_number(table, *who, *card)?;
            }
        }
        // Nobody is asked for a last card: players are told all the more that it is gone.
        let is_chosen = table.look().battle::<Deck>().is_some_and(|deck| deck.size > 1);
        let mut last: Vec<Id> = Vec::new();
        for (who, card, number) in &laid {
            table.edit::<Hand>(*who).0.retain(|each| each != card);
            if is_chosen && deck::hand(table.look(), *who).is_empty() {
                last.push(*who);
            }
            table.edit::<Laid>(*who).card = Some((*card, *number));
            table.edit_battle::<Deck>().played.push(*card);
        }
        if !laid.is_empty() {
            table.reveal("Cards have been turned");
        }
        let (lay, joker) = (self.rules.lay, self.rules.joker);
        for (who, card, number) in laid {
            let rule = if card.is_joker() { joker } else { lay };
            let is_last = last.contains(&who);
            table.note(|look| {
                let stands = if card.is_joker() { format!(" as {number}") } else { String::new() };
                let sides = look.battle::<Sides>();
                let side = sides.and_then(|sides| sides.0.get(usize::from(look.side(who).0)));
                let is_news = is_last && side.is_some_and(|side| side.is_players);
                Fact::new(rule, format!("{} turns the {card}{stands}.", look.name(who))).who(who).news(is_news)
            });
        }
        Ok(())
    }

    fn ask(&self, table: &mut Table<'_>, who: Id) -> Step<(Card, i32)> {
        let known = if deck::hand(table.look(), who).len() > 1 { table.answered() } else { None };
        let chosen = known.map_or_else(|| table.ask(self.question(table.look(), who)), Ok)?;
        let card = chosen.with.and_then(|card| Card::parse(card.as_str()));
        let card = card.or_else(|| deck::hand(table.look(), who).first().copied());
        let card = card.unwrap_or(Card::Joker { black: false });
        let own = card.rank(0).0;
        Ok((card, if card.is_joker() { chosen.n.unwrap_or(self.joker.highest()) } else { own }))
    }

    /// Which card somebody lays.
    fn question(&self, look: Look<'_>, who: Id) -> Question {
        let prompt = format!("{}: which card do you lay?", look.name(who));
        let mut question = Question::new("lay", look.side(who), who, prompt).rule(self.rules.lay).in_secret();
        question.choices = Some(Vec::new());
        let sight = Sight::of(self, look, who);
        for card in deck::hand(look, who) {
            let name = Key::new(&card.to_string());
            let mut choice = Choice::new(Order::new("lay").with(name), name.as_str(), Group::Card, self.rules.lay);
            choice.card = Some(*card);
            if card.is_joker() && self.joker_named == Named::WhenLaid {
                choice.rule = self.rules.joker;
                choice.numbers = Some(self.joker.numbers());
                choice.order.n = Some(self.joker.highest());
            }
            choice.worth = Some(sight.worth(self, *card));
            question = question.choice(choice);
        }
        question
    }

    fn ask_number(&self, table: &mut Table<'_>, who: Id, card: Card) -> Step<i32> {
        let look = table.look();
        let prompt = format!("{}: what does the {card} stand for?", look.name(who));
        let mut choice =
            Choice::new(Order::new("number").n(self.joker.highest()), "A number", Group::Card, self.rules.joker);
        choice.numbers = Some(self.joker.numbers());
        let question = Question::new("joker", look.side(who), who, prompt).rule(self.rules.joker).choice(choice);
        Ok(table.ask(question)?.n.unwrap_or(self.joker.highest()))
    }
}

mechanic!(CardHand: |self| {
    words(words) => words.add(Word::Term, ["hand"]).add(Word::Count, ["Cards", "Laid", "Set card", "This hand"]),
    on_task(table, _who) => {
        self.lay(table)?;
        table.note(|look| {
            let told = |entry: &TrackEntry| match entry.text.as_str() {
                "" => look.name(entry.who).to_owned(),
                text => format!("{} ({text})", look.name(entry.who)),
            };
            let order: Vec<String> = self.track(look).iter().map(told).collect();
            Fact::new(self.rules.rank, format!("They act in this order: {}.", order.join(", ")))
        });
        Ok(())
    },
});

hears!(CardHand: |self, table| {
    Arrived { who } => {
        let clock = table.clock();
        // Whoever is brought about by their leader's own doing comes right after the leader.
        let leader = self.led_by(table.look(), who);
        let joined = if leader.is_some() && leader == clock.turn { clock.round - 1 } else { clock.round };
        table.edit::<Laid>(who).joined = joined;
    },
    RoundBegun => {
        if table.look().arranged().is_some() {
            return Ok(());
        }
        for who in table.everybody() {
            if Self::laid(table.look(), who).card.is_some() {
                table.edit::<Laid>(who).card = None;
            }
        }
        if table.look().battle::<Deck>().is_none_or(|deck| deck.rounds >= deck.size) {
            self.new_hand(table)?;
        }
        table.edit_battle::<Deck>().rounds += 1;
        // A task of its own, so that everybody sees the cards that they choose from.
        table.push(Task::Custom { of: Key::from(NAME), name: Key::from("lay"), who: Id(0), stage: Stage::Initiative });
    },
    TurnBegun { who } => {
        let round = table.clock().round;
        table.edit::<Laid>(who).acted = round;
    },
    // Those who came in this round are dealt in, unless a new hand comes anyway.
    RoundEnded => {
        let look = table.look();
        let Some(deck) = look.battle::<Deck>().filter(|deck| deck.rounds < deck.size) else { return Ok(()) };
        let (size, round) = (deck.size, look.clock().round);
        let came = |id: &Id| Self::laid(look, *id).joined == round && deck::hand(look, *id).is_empty();
        let newcomers: Vec<Id> = self.holders(look).into_iter().filter(came).collect();
        for who in newcomers {
            let cards = Self::dealt_to(table.look(), who, size);
            deck::deal(table, who, cards)?;
            table.say(self.rules.joining, who, |look| format!("{} is dealt {cards} cards.", look.name(who)));
        }
    },
});

impl Hides for CardHand {
    fn imagine(&self, table: &mut Table<'_>, side: SideId) -> Step {
        deck::deal_unseen(table, side)
    }
}

impl Shows for CardHand {
    fn turn_sheet(&self, look: Look<'_>, who: Id) -> Vec<SheetLine> {
        let open = |label: &str, cards: &[Card], rule: RuleId| {
            let text = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            SheetLine { cards: Some(Dealt::Open(cards.to_vec())), ..SheetLine::of(label, text, rule) }
        };
        if self.led_by(look, who).is_some() || look.arranged().is_some() {
            return Vec::new();
        }
        if !self.holds(look, who) {
            let card = Self::set_card(look, who).map(|card| open("Set card", &[card], self.rules.set));
            return card.into_iter().collect();
        }
        let hand = deck::hand(look, who);
        let cards = match look.may_know(who) {
            true => open("Cards", hand, self.rules.deck),
            false => SheetLine {
                cards: Some(Dealt::Down(hand.len())),
                ..SheetLine::of("Cards", format!("{} cards, face down", hand.len()), self.rules.deck)
            },
        };
        let deck = look.battle::<Deck>();
        let (size, rounds) = deck.map_or((0, 0), |deck| (deck.size, deck.rounds));
        let length =
            format!("{} of {} seconds", rounds.saturating_mul(self.seconds), size.saturating_mul(self.seconds));
        let mut lines = vec![cards, SheetLine::of("This hand", length, self.rules.length)];
        if let Some((card, _)) = Self::laid(look, who).card {
            lines.push(open("Laid", &[card], self.rules.lay));
        }
        lines
    }
}

impl Initiative for CardHand {
    fn next(&self, table: &mut Table<'_>) -> Step<Next> {
        let look = table.look();
        let round = look.clock().round;
        let fresh = look.everybody().filter(|id| self.takes_part(look, *id) && Self::laid(look, *id).acted < round);
        let next = fresh.max_by_key(|id| self.rank(look, *id));
        Ok(next.map_or(Next::RoundOver, Next::Turn))
    }

    fn has_acted(&self, look: Look<'_>, who: Id) -> bool {
        Self::laid(look, who).acted >= look.clock().round && look.clock().turn != Some(who)
    }

    fn track(&self, look: Look<'_>) -> Vec<TrackEntry> {
        let round = look.clock().round;
        let mut here: Vec<Id> = look.everybody().filter(|id| self.takes_part(look, *id)).collect();
        here.sort_by_cached_key(|id| Reverse(self.rank(look, *id)));
        let entry = |who: Id| {
            let laid = Self::laid(look, who);
            let leader = self.led_by(look, who);
            let card = match (leader, self.holds(look, who)) {
                _ if look.arranged().is_some() => None,
                (Some(_), _) => None,
                (None, true) => laid.card,
                (None, false) => Self::set_card(look, who).map(|card| (card, card.rank(0).0)),
            };
            let text = match (leader.filter(|_| look.arranged().is_none()), card) {
                (Some(leader), _) => format!("with {}", look.name(leader)),
                (None, Some((card, number))) if card.is_joker() => format!("{card} as {number}"),
                (None, card) => card.map(|(card, _)| card.to_string()).unwrap_or_default(),
            };
            let entry = TrackEntry::new(look, who, text, laid.acted >= round);
            TrackEntry { card, hidden: laid.card.is_none() && self.lies_face_down(look, who), ..entry }
        };
        here.into_iter().map(entry).collect()
    }
}
