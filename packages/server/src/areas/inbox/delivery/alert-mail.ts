import type { Mail } from '../../../outside/mail/mail.ts';
import { renderMail } from '../../../outside/mail/mail-layout.ts';
import { batchTitle, type DeliveryContent, filingLines, MAX_PICTURES, reportLine, symbolList, titleOf } from './delivery-content.ts';

/** Maximum tickers per list and maximum messages in a mail. */
const [MAX_TICKERS, MAX_MESSAGES] = [40, 50];

export interface AlertMailParts {
	/** Scheme, host and port of the address that users open. */
	readonly origin: string;
	/** 'Simulated market', or null for real prices. */
	readonly label: string | null;
}

/** Builds one mail for one or more messages. `id` identifies the delivery; `token` unsubscribes without signing in. */
export function alertMail(
	{ id, to, token }: { id: string; to: string; token: string },
	contents: readonly DeliveryContent[],
	{ origin, label }: AlertMailParts,
): Mail {
	const [first] = contents;
	const unsubscribeUrl = `${origin}/unsubscribe/${token}`;
	const left = contents.length - MAX_MESSAGES;
	const shown = contents.slice(0, MAX_MESSAGES);
	const pictures = shown.flatMap((one) => (one.picture ? [{ one, bytes: one.picture }] : [])).slice(0, MAX_PICTURES);
	const pictureOf = (one: DeliveryContent): string | undefined =>
		pictures.some((picture) => picture.one === one) ? pictureId(one, origin) : undefined;
	return {
		...renderMail(to, {
			subject: first && contents.length === 1 ? titleOf(first) : batchTitle(contents),
			before: label === null ? [] : [`${label}: tickers and prices are invented.`],
			sections: shown.map((one) => ({
				title: titleOf(one),
				url: `${origin}${one.path}`,
				lines: linesOf(one),
				picture: pictureOf(one),
			})),
			after: [
				...(left > 0 ? [`${left} more messages: ${origin}/messages`] : []),
				contents.every(({ kind }) => kind === 'list')
					? 'You receive this mail because you scheduled it on the messages page.'
					: 'You receive this mail because mail alerts are on in your profile.',
			],
			links: [
				{ label: 'Change alert settings', url: `${origin}/profile` },
				{ label: 'Unsubscribe from these mails', url: unsubscribeUrl },
			],
		}),
		// The same for each attempt, so that mail clients show a mail that arrives twice only once.
		messageId: `${id}@${new URL(origin).hostname}`,
		pictures: pictures.map(({ one, bytes }) => ({ id: pictureId(one, origin), name: `wheel-${one.id}.png`, bytes })),
		headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
	};
}

function pictureId({ id }: DeliveryContent, origin: string): string {
	return `wheel-${id}@${new URL(origin).hostname}`;
}

function linesOf({ notice: alert, text }: DeliveryContent): string[] {
	return alert === null
		? (text ?? '').split(/\s*\n\s*/)
		: [
				...(alert.entered.length > 0 ? [`Entered: ${symbolList(alert.entered, MAX_TICKERS)}`] : []),
				...(alert.enteredAgain.length > 0 ? [`Entered again: ${symbolList(alert.enteredAgain, MAX_TICKERS)}`] : []),
				...(alert.left.length > 0 ? [`Left: ${symbolList(alert.left, MAX_TICKERS)}`] : []),
				...filingLines(alert, MAX_TICKERS),
				`${reportLine(alert)}.`,
			];
}
