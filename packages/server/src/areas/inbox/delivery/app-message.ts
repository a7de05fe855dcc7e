import type { Text } from '../../../outside/messengers/fit-text.ts';
import type { AlertMailParts } from './alert-mail.ts';
import { type DeliveryContent, filingLines, reportWords, summaryTitle, symbolWords, titleOf } from './delivery-content.ts';

/** Most tickers per list, and most messages, that a message to an app shows. */
const [MOST_TICKERS, MOST_MESSAGES] = [40, 20];

/** One message for one or several alerts, with the page that shows all of it. */
export function appMessage(reported: readonly DeliveryContent[], { origin, label }: AlertMailParts): Text {
	const [first] = reported;
	const lines = label === null ? [] : [`${label}: tickers and prices are invented.`];
	if (first && reported.length === 1)
		return {
			title: titleOf(first),
			body: [...lines, ...linesOf(first)].join('\n'),
			url: `${origin}${first.path}`,
			...(first.picture ? { picture: first.picture } : {}),
			...(first.pictureUrl ? { pictureUrl: first.pictureUrl } : {}),
		};
	const left = reported.length - MOST_MESSAGES;
	const each = reported.slice(0, MOST_MESSAGES).flatMap((one) => [titleOf(one), ...linesOf(one).map((text) => `  ${text}`)]);
	const more = left > 0 ? [`${left} more messages`] : [];
	return { title: summaryTitle(reported), body: [...lines, ...each, ...more].join('\n'), url: `${origin}/messages` };
}

function linesOf({ notice: alert, text }: DeliveryContent): string[] {
	if (alert === null) return (text ?? '').split(/\s*\n\s*/);
	const lists = [
		['Entered', alert.entered],
		['Entered again', alert.enteredAgain],
		['Left', alert.left],
	] as const;
	return [
		...lists.flatMap(([name, symbols]) => (symbols.length > 0 ? [`${name}: ${symbolWords(symbols, MOST_TICKERS)}`] : [])),
		...filingLines(alert, MOST_TICKERS),
		`${reportWords(alert)}.`,
	];
}
