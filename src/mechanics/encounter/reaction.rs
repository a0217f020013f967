//! The mood of those whom one meets, and what one does about it (OS-REACT-01, OS-REACT-02).

use super::{go_away, members, others};
use crate::mechanics::prelude::*;

/// The numbers of moods.
#[derive(Clone, Debug, Deserialize)]
pub struct Reaction {
    /// What is thrown.
    pub dice: Expr,
    /// What it may come to, the worst first: the highest number, what it means, and the words for those who think and
    /// for those who do not.
    pub moods: Vec<(i32, Mood, String, String)>,
    /// The word of those who think.
    pub mind: Key,
    /// What friendly words add.
    pub talk: i32,
    /// From which number threats send them away.
    pub sent_away_from: i32,
    /// The state of those who have left.
    pub gone: ConditionName,
    /// The rules that these numbers stand for.
    pub rules: ReactionRules,
}

/// What a mood means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// They attack before anybody can say a word.
    Attacks,
    /// They will attack.
    Hostile,
    /// They wait and see.
    Unsure,
    /// They would rather talk; those that cannot, leave.
    Talks,
    /// They are friends.
    Friendly,
}

rule_ids! { struct ReactionRules {
    mood: "The mood.",
    choice: "What one does about it.",
} }

const TALK: &str = "talk";
const INTIMIDATE: &str = "intimidate";
const RUN: &str = "run";
const ATTACK: &str = "attack";
const WAIT: &str = "wait";

/// How long anybody watches at most before somebody loses patience.
const PATIENCE: usize = 20;

/// How many times as strong those are who would rather fight than let others go in peace.
const FAR_STRONGER: f64 = 1.5;

/// What several are good for in a fight, by how many they are and by what each can still take: who can take four times as much is
/// about as good as two.
fn strength(look: Look<'_>, who: &[Id]) -> f64 {
    let left = |id: &Id| look.health(*id).map_or(1.0, |(left, _)| f64::from(left.max(0)));
    who.iter().map(|id| left(id).sqrt()).sum()
}

impl Reaction {
    fn mood(&self, shown: i32) -> (Mood, &str, &str) {
        let found = self.moods.iter().find(|(up_to, ..)| shown <= *up_to).or(self.moods.last());
        found.map_or((Mood::Hostile, "hostile", "hostile"), |(_, mood, thinking, beast)| (*mood, thinking, beast))
    }

    /// Whether it is laid down that those one meets raise no hand of their own accord.
    pub(super) fn keeps_peace(&self, met: &Encounter) -> bool {
        match met.reaction {
            Uncertain::Is(shown) => !matches!(self.mood(shown).0, Mood::Attacks | Mood::Hostile),
            Uncertain::Settled | Uncertain::Thrown => false,
        }
    }

    fn thinks(&self, look: Look<'_>, who: &[Id]) -> bool {
        who.iter().any(|id| look.has_tag(*id, self.mind))
    }

    /// Finds out how they feel about it.
    fn throw(&self, table: &mut Table<'_>, met: &[Id], bonus: i32) -> Step<(i32, Mood)> {
        let Some(first) = met.first().copied() else { return Ok((0, Mood::Hostile)) };
        let mut sum = Sum::new();
        sum.add(TALK, bonus, self.rules.choice);
        let shown = table.roll(first, "reaction", &self.dice, sum, self.rules.mood)?;
        Ok((shown, self.tell(table, met, shown)))
    }

    fn tell(&self, table: &mut Table<'_>, met: &[Id], shown: i32) -> Mood {
        let (mood, thinking, beast) = self.mood(shown);
        let said = if self.thinks(table.look(), met) { thinking } else { beast };
        table.note(|look| Fact::new(self.rules.mood, format!("{}: {shown}, {said}.", look.names(met, ", "))));
        mood
    }

    /// Lets a side find out how others feel about it and do something about that, or else the fight begins.
    pub(super) fn play(&self, table: &mut Table<'_>, met: &Encounter, ours: SideId) -> Step {
        let theirs = others(table.look(), ours);
        let mut mood = match met.reaction {
            Uncertain::Settled => return Ok(()),
            Uncertain::Is(shown) => self.tell(table, &theirs, shown),
            Uncertain::Thrown => self.throw(table, &theirs, 0)?.1,
        };
        let mut talked = false;
        for _ in 0..PATIENCE {
            if mood == Mood::Attacks {
                return Ok(());
            }
            match self.ask(table, ours, &theirs, (talked, mood))?.verb.as_str() {
                TALK => {
                    talked = true;
                    mood = self.throw(table, &theirs, self.talk)?.1;
                    match mood {
                        Mood::Talks => return self.come_to_terms(table, &theirs),
                        Mood::Friendly => return self.be_friends(table, &theirs),
                        Mood::Hostile => return Ok(()),
                        Mood::Attacks | Mood::Unsure => {}
                    }
                }
                INTIMIDATE => {
                    let (shown, _) = self.throw(table, &theirs, 0)?;
                    let leaves = shown >= self.sent_away_from;
                    return if leaves { self.send_away(table, &theirs) } else { Ok(()) };
                }
                RUN => return self.run(table, ours),
                WAIT => match mood {
                    Mood::Unsure => {
                        table.note(|_| Fact::new(self.rules.choice, "A round goes by; they watch."));
                        mood = self.throw(table, &theirs, 0)?.1;
                    }
                    Mood::Talks => return self.come_to_terms(table, &theirs),
                    Mood::Friendly => return self.be_friends(table, &theirs),
                    Mood::Attacks | Mood::Hostile => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn ask(&self, table: &mut Table<'_>, ours: SideId, theirs: &[Id], (talked, mood): (bool, Mood)) -> Step<Order> {
        let look = table.look();
        // A horse leaves the word to its rider.
        let own = members(look, ours);
        let speaks = own.iter().find(|id| look.riders(**id).is_empty()).or_else(|| own.first());
        let Some(first) = speaks.copied() else { return Ok(Order::new(ATTACK)) };
        let rule = self.rules.choice;
        let prompt = format!("You meet {}: what now?", look.names(theirs, ", "));
        let mut question = Question::new("encounter", ours, first, prompt).rule(rule);
        if let Some(other) = theirs.first() {
            question = question.by(*other);
        }
        let refused = |why: &str| Err(Refusal::new(rule, why));
        let may_talk = if talked { refused("enough has been said") } else { Ok(()) };
        let chased = look.rules().registry.mechanics.iter().any(|mechanic| mechanic.name() == super::pursuit::NAME);
        let may_run = if chased { Ok(()) } else { refused("there is nowhere to run") };
        let answers = [
            (ATTACK, "Attack", Group::Attack, Ok(())),
            (TALK, "Talk", Group::Skill, may_talk),
            (INTIMIDATE, "Threaten", Group::Skill, Ok(())),
            (RUN, "Run", Group::Move, may_run),
            (WAIT, "Wait and see", Group::Turn, Ok(())),
        ];
        // Those whom threats do not send away fight as they would have fought anyway. Those who cannot talk go by themselves, and
        // those who can are let go by whoever is not far stronger.
        let goes = || !self.thinks(look, theirs) || strength(look, &own) < FAR_STRONGER * strength(look, theirs);
        let is_peace = mood == Mood::Friendly || (mood == Mood::Talks && goes());
        let best = if is_peace { WAIT } else { INTIMIDATE };
        for (verb, label, group, may) in answers {
            let choice = Choice::new(Order::new(verb), label, group, rule).unless(may);
            question = question.choice(choice.weighed(Worth(i32::from(verb == best))));
        }
        table.ask(question)
    }

    /// They listen, or go their way if they cannot.
    fn come_to_terms(&self, table: &mut Table<'_>, theirs: &[Id]) -> Step {
        if self.thinks(table.look(), theirs) {
            return self.part(table, theirs, "They talk it over: nobody has to fight.");
        }
        self.send_away(table, theirs)
    }

    fn be_friends(&self, table: &mut Table<'_>, theirs: &[Id]) -> Step {
        self.part(table, theirs, "They are friends: nobody has to fight.")
    }

    fn send_away(&self, table: &mut Table<'_>, theirs: &[Id]) -> Step {
        theirs.iter().try_for_each(|who| go_away(table, *who, self.gone, self.rules.choice))
    }

    /// The battle is over before it has begun.
    fn part(&self, table: &mut Table<'_>, theirs: &[Id], why: &str) -> Step {
        table.note(|look| Fact::new(self.rules.mood, format!("{}: {why}", look.names(theirs, ", "))));
        let round = table.clock().round;
        table.edit_battle::<Ended>().0 = Some(Verdict { winner: None, why: why.to_owned(), round, is_broken: false });
        Ok(())
    }

    /// Running is for others to resolve.
    fn run(&self, table: &mut Table<'_>, ours: SideId) -> Step {
        let who = members(table.look(), ours).first().copied().unwrap_or_default();
        let (of, name) = (Key::from(super::pursuit::NAME), Key::from(super::pursuit::RUNS));
        table.push(Task::Custom { of, name, who, stage: Stage::Movement });
        Ok(())
    }
}
