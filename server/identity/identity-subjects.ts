/** Subjects of the bus that are about who somebody is. */

/** JSON SessionEndedMessage: sessions that ended by logout, revocation or a login elsewhere. */
export const sessionEndedSubject = (): string => "auth.session.ended";

/** Request: JSON IdentifyMessage; answer: JSON Identity. Answered by every process with the api role. */
export const identifyRequest = (): string => "auth.identify";
