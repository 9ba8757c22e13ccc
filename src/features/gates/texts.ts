import { countText, inLanguage, rich } from "../../shared/texts/texts.tsx";

/** Every text of the screens in front of pages; numbers and plurals are the language's own. */
export const TEXTS = inLanguage({
  en: {
    errors: {
      logIn: "Log in to Strikewise",
      home: "Go home",
      open: "Open it in Strikewise",
      write: "Write to us",
      MissingBroker: {
        title: "We don't know which broker you came from",
        text: "This page belongs inside your broker's app, and its address does not say which broker that is. Open it from the app again, or log in to Strikewise itself.",
      },
      UnAuthorizedUser: {
        title: "This account may not open this page",
        text: "The page is there, but it is not meant for your account. If you think it should be, write to us.",
      },
      BrokerAuthenticationError: {
        title: "Your broker no longer vouches for this login",
        text: "Brokers end their logins once a day, and when you log in elsewhere. Log in again to go on where you were.",
      },
      AnalyzeBuilderWidgetAccessError: {
        title: "The builder is not open to you here",
        text: "Inside your broker's app the strategy builder needs an account that may use it. In Strikewise itself you see what your plan includes.",
      },
    },
    unknown: {
      title: "The server cannot say yet who you are",
      text: (failure: string) =>
        `${failure} It is asked again by itself: this page opens as soon as it answers.`,
      home: "Go home",
    },
    login: {
      title: (page: string) => `Log in to open ${page}`,
      logIn: "Login",
      open: "See what is open to everybody",
      free: "Logging in is free. Your broker's password stays with your broker.",
    },
    renewal: {
      title: (plan: string, daysLeft: number | null) => {
        if (daysLeft === null) return `Your ${plan} plan ends soon`;
        if (daysLeft <= 0) return `Your ${plan} plan has ended`;
        if (daysLeft === 1) return `Your ${plan} plan ends tomorrow`;
        return `Your ${plan} plan ends in ${countText(Math.ceil(daysLeft), { one: "day", other: "days" })}`;
      },
      plans: "See the plans",
      putAway: "Don't remind me again",
      /** @param page what the visitor came for @param needed the plan that opens it @param held theirs */
      needs: (page: string, needed: string, held: string) =>
        `${page} is part of ${needed}. Your ${held} plan does not open it, renewed or not.`,
    },
    upgrade: {
      title: (page: string, plan: string) => `${page} is part of ${plan}`,
      plans: "See the plans",
      home: "Back home",
      current: rich("You are on {plan}."),
      currentWithTrial: rich(
        "You are on {plan}. The trial opens everything in Pro, costs nothing and ends by itself.",
      ),
    },
  },
});
