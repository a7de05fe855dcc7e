import { LANGUAGE } from './language.ts';

const TOO_MANY = 'Too many requests. Wait a moment and try again.';
const NOT_TAKEN = 'This value was rejected. Check your input.';
const AWAY = 'The service is temporarily unavailable. Try again.';

/** What a failed call is called in a language that answers do not speak: a sentence of its status. */
const ofStatus = (status: number): string => (status >= 500 ? AWAY : status === 429 ? TOO_MANY : NOT_TAKEN);

/** What a failed call says to people. Answers speak English; what was never answered (status 0) is told by the page itself. */
export const faultWords = ({ status, message }: { status: number; message: string }): string =>
	LANGUAGE === 'en' || status === 0 ? message : ofStatus(status);
