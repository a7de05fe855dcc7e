import { changesBetween, changesText } from '../../../entities/readings/changes.ts';
import { faultWords } from '../../../lib/fault-words.ts';
import { REFRESH_MS } from '../../../lib/refresh.ts';
import { pillWords } from '../../../ui/pill-words.ts';
import { addLocalTimes, putInPlace } from './parts.ts';
import { failureWords, takeBack, tell } from './told.ts';

/** What a page says of the report that it shows: its time, its clock, and the tickers of the list. */
const reportOf = (body: Element): HTMLElement | null => body.querySelector('[data-report]');
const tickersOf = (report: HTMLElement): { ticker_id: number }[] =>
	(report.dataset['list'] ?? '').split(' ').flatMap((id) => (id === '' ? [] : [{ ticker_id: Number(id) }]));

/** The page as the server has it now. Rejects with what the answer said. */
const readAnew = async (): Promise<HTMLElement> => {
	const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	if (!answer.ok) throw new Error(`${answer.status} ${faultWords({ status: answer.status, message: answer.statusText })}`);
	const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
	addLocalTimes(body);
	return body;
};

/** The reader takes the newer report: what came with it is marked, and the keyboard goes on at the page. */
const take = (shown: HTMLElement, next: HTMLElement): void => {
	const [before, after] = [reportOf(shown), reportOf(next)];
	if (!before || !after) return;
	const { entered } = changesBetween(tickersOf(before), tickersOf(after));
	putInPlace(shown, next, { held: false, taken: true });
	Object.assign(before.dataset, { ...after.dataset });
	for (const id of entered) shown.querySelector(`[data-new="${id}"]`)?.removeAttribute('hidden');
	takeBack('report');
	document.querySelector('main')?.focus({ preventScroll: true });
};

/** Says that a newer report is out and what it changes; what is read stays. */
const tellReport = (shown: HTMLElement, next: HTMLElement, before: HTMLElement, after: HTMLElement): void => {
	for (const chip of shown.querySelectorAll<HTMLElement>('[data-reading] time'))
		chip.textContent = chip.parentElement?.dataset['reading'] ?? '';
	const changes = changesText(changesBetween(tickersOf(before), tickersOf(after)));
	tell('report', [pillWords.told(after.dataset['clock'] ?? '', changes)], () => take(shown, next));
};

const refresh = async (): Promise<void> => {
	const next = await readAnew();
	const shown = document.body;
	takeBack('failure');
	const [before, after] = [reportOf(shown), reportOf(next)];
	const newer = before !== null && after !== null && before.dataset['report'] !== after.dataset['report'];
	// Taking it needs all of it, so that the parts below are copies.
	const whole = newer ? (next.cloneNode(true) as HTMLElement) : next;
	putInPlace(shown, next, { held: newer });
	if (newer) tellReport(shown, whole, before, after);
};

const told = (error: unknown): void => {
	const message = error instanceof Error ? error.message : '';
	tell(
		'failure',
		failureWords().map((words) => `${message}: ${words}`),
	);
};

/** Every minute, while the page is seen, what has changed is put in its place. */
export const keepFresh = (): void => {
	addLocalTimes(document);
	setInterval(() => {
		if (document.visibilityState === 'visible') refresh().catch(told);
	}, REFRESH_MS);
};
