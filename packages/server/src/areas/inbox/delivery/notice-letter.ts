import type { Mail } from '../../../outside/mail/mail.ts';
import { written } from '../../../outside/mail/mail-layout.ts';
import { reportWords, symbolWords, type Told, titleOf, togetherOf } from './told.ts';

/** Tickers of a list that a mail names, and messages that it tells of. */
const [MOST_TICKERS, MOST_MESSAGES] = [40, 50];

export interface LetterParts {
	/** Scheme, host and port that users type. */
	readonly origin: string;
	/** 'Simulated market'; null where prices are real. */
	readonly label: string | null;
}

const linesOf = ({ notice, text }: Told): string[] =>
	notice === null
		? (text ?? '').split(/\s*\n\s*/)
		: [
				...(notice.entered.length > 0 ? [`Entered: ${symbolWords(notice.entered, MOST_TICKERS)}`] : []),
				...(notice.left.length > 0 ? [`Left: ${symbolWords(notice.left, MOST_TICKERS)}`] : []),
				`${reportWords(notice)}.`,
			];

/** One mail of one message or of many. `token` ends such mails, without signing in. */
export const noticeLetter = (
	{ id, to, token }: { id: string; to: string; token: string },
	told: readonly Told[],
	{ origin, label }: LetterParts,
): Mail => {
	const [first] = told;
	const stop = `${origin}/unsubscribe/${token}`;
	const left = told.length - MOST_MESSAGES;
	return {
		...written(to, {
			subject: first && told.length === 1 ? titleOf(first) : togetherOf(told),
			before: label === null ? [] : [`${label}: tickers and prices are invented.`],
			sections: told.slice(0, MOST_MESSAGES).map((one) => ({ title: titleOf(one), url: `${origin}${one.path}`, lines: linesOf(one) })),
			after: [
				...(left > 0 ? [`${left} more in your messages: ${origin}/messages`] : []),
				'You get this mail because filter alerts by mail are on in your profile.',
			],
			links: [
				{ label: 'Change alert settings', url: `${origin}/profile` },
				{ label: 'Unsubscribe from these mails', url: stop },
			],
		}),
		// Sent twice it is one: mail programs know it by this.
		messageId: `${id}@${new URL(origin).hostname}`,
		headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
	};
};
