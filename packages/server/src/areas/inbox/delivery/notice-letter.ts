import type { Mail } from '../../../outside/mail/mail.ts';
import { written } from '../../../outside/mail/mail-layout.ts';
import { reportWords, symbolWords, type Told, titleOf, togetherOf } from './told.ts';

/** Most tickers per list, and most messages, that a mail shows. */
const [MOST_TICKERS, MOST_MESSAGES] = [40, 50];

export interface LetterParts {
	/** Scheme, host and port that users type. */
	readonly origin: string;
	/** 'Simulated market'; null for real prices. */
	readonly label: string | null;
}

const linesOf = ({ notice, text }: Told): string[] =>
	notice === null
		? (text ?? '').split(/\s*\n\s*/)
		: [
				...(notice.entered.length > 0 ? [`Entered: ${symbolWords(notice.entered, MOST_TICKERS)}`] : []),
				...(notice.enteredAgain.length > 0 ? [`Entered again: ${symbolWords(notice.enteredAgain, MOST_TICKERS)}`] : []),
				...(notice.left.length > 0 ? [`Left: ${symbolWords(notice.left, MOST_TICKERS)}`] : []),
				`${reportWords(notice)}.`,
			];

/** One mail for one or several messages. `token` unsubscribes without signing in. */
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
				...(left > 0 ? [`${left} more messages: ${origin}/messages`] : []),
				'You receive this mail because mail alerts are on in your profile.',
			],
			links: [
				{ label: 'Change alert settings', url: `${origin}/profile` },
				{ label: 'Unsubscribe from these mails', url: stop },
			],
		}),
		// The same for each attempt, so that mail clients show a mail received twice only once.
		messageId: `${id}@${new URL(origin).hostname}`,
		headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
	};
};
