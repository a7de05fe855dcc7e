import type { Mail } from '../../../outside/mail/mail.ts';
import { renderMail } from '../../../outside/mail/mail-layout.ts';
import {
	type DeliveryContent,
	formatBatchTitle,
	formatFilingLines,
	formatRemainder,
	formatReportLine,
	formatSymbols,
	formatTitle,
	MAX_PICTURES,
} from './delivery-content.ts';

/** Maximum tickers per list and maximum messages in a mail. */
const [MAX_TICKERS, MAX_MESSAGES] = [40, 50];

export interface AlertMailParts {
	/** Scheme, host and port of the URL that users open. */
	readonly origin: string;
	/** 'Simulated market', or null for real prices. */
	readonly label: string | null;
}

/** Builds one mail for one or more messages. `id` identifies the delivery; `token` unsubscribes without signing in. */
export function createAlertMail(
	{ id, to, token }: { id: string; to: string; token: string },
	contents: readonly DeliveryContent[],
	{ origin, label }: AlertMailParts,
): Mail {
	const [first] = contents;
	const unsubscribeUrl = `${origin}/unsubscribe/${token}`;
	const remaining = contents.length - MAX_MESSAGES;
	const shownContents = contents.slice(0, MAX_MESSAGES);
	const pictures = shownContents
		.flatMap((content) => (content.picture ? [{ content, bytes: content.picture }] : []))
		.slice(0, MAX_PICTURES);
	const pictureOf = (content: DeliveryContent): string | undefined =>
		pictures.some((picture) => picture.content === content) ? pictureId(content, origin) : undefined;
	return {
		...renderMail(to, {
			subject: first && contents.length === 1 ? formatTitle(first) : formatBatchTitle(contents),
			before: label === null ? [] : [`${label}: tickers and prices are invented.`],
			sections: shownContents.map((content) => ({
				title: formatTitle(content),
				url: `${origin}${content.path}`,
				lines: formatLines(content),
				picture: pictureOf(content),
			})),
			after: [
				...(remaining > 0 ? [`${formatRemainder(remaining)}: ${origin}/messages`] : []),
				contents.every(({ kind }) => kind === 'list')
					? 'You receive this mail because you scheduled it on the messages page.'
					: 'You receive this mail because mail alerts are on in your profile.',
			],
			links: [
				{ label: 'Change alert settings', url: `${origin}/profile` },
				{ label: 'Unsubscribe from these mails', url: unsubscribeUrl },
			],
		}),
		// The id is the same for each attempt, so that mail clients show a mail once even if it arrives twice.
		messageId: `${id}@${new URL(origin).hostname}`,
		pictures: pictures.map(({ content, bytes }) => ({ id: pictureId(content, origin), name: `wheel-${content.id}.png`, bytes })),
		headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
	};
}

function pictureId({ id }: DeliveryContent, origin: string): string {
	return `wheel-${id}@${new URL(origin).hostname}`;
}

function formatLines({ alert, text }: DeliveryContent): string[] {
	return alert === null
		? (text ?? '').split(/\s*\n\s*/)
		: [
				...(alert.entered.length > 0 ? [`Entered: ${formatSymbols(alert.entered, MAX_TICKERS)}`] : []),
				...(alert.otherEntered.length > 0 ? [`Also entered: ${formatSymbols(alert.otherEntered, MAX_TICKERS)}`] : []),
				...(alert.left.length > 0 ? [`Left: ${formatSymbols(alert.left, MAX_TICKERS)}`] : []),
				...formatFilingLines(alert, MAX_TICKERS),
				`${formatReportLine(alert)}.`,
			];
}
