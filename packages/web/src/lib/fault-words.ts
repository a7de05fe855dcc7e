import { LANGUAGE } from './language.ts';

const TOO_MANY_REQUESTS = 'Too many requests. Wait a moment and try again.';
const VALUE_REJECTED = 'This value was rejected. Check your input.';
const UNAVAILABLE = 'The service is temporarily unavailable. Try again.';

/** Returns the text for a failed call. API messages are only in English, except that the message of status 0 (no response) is in the page's language. */
export function faultWords({ status, message }: { status: number; message: string }): string {
	return LANGUAGE === 'en' || status === 0 ? message : statusText(status);
}

/** Returns a sentence for the status of a failed call, for languages other than English. */
function statusText(status: number): string {
	return status >= 500 ? UNAVAILABLE : status === 429 ? TOO_MANY_REQUESTS : VALUE_REJECTED;
}
