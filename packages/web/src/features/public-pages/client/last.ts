/** The browser script of a page without a framework: colour settings, and a refresh every minute. */
import type { HistoryState } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { reportViewing } from '../../../entities/live/report-viewing.ts';
import { changesBetween, changesText } from '../../../entities/readings/changes.ts';
import { wasSignedIn } from '../../../entities/session/stored-user.ts';
import { sitePath } from '../../../lib/address/site-path.ts';
import { CONSENT_SCRIPT } from '../../../lib/consent-script.ts';
import { faultWords } from '../../../lib/fault-words.ts';
import { localText } from '../../../lib/format/times.ts';
import { markHydrated } from '../../../lib/mark-hydrated.ts';
import { REFRESH_MS } from '../../../lib/refresh.ts';
import { choosePalette, chooseScheme, paletteOf, schemeShown } from '../../../lib/storage/appearance.ts';
import { pillWords } from '../../../ui/report/pill-words.ts';
import { readWheel } from './read-wheel.ts';

/** Makes the colour switches work. */
function bindColourSwitches(): void {
	for (const button of document.querySelectorAll('[data-act="theme"]'))
		button.addEventListener('click', () => chooseScheme(schemeShown() === 'dark' ? 'light' : 'dark'));
	for (const input of document.querySelectorAll<HTMLInputElement>('[data-act="palette"]')) {
		input.checked = input.value === document.documentElement.dataset['palette'];
		input.addEventListener('change', () => choosePalette(paletteOf(input.value)));
	}
}

greetMember();
bindColourSwitches();
readWheel();
startRefresh();
// A simulated market runs faster while a user is viewing a page.
reportViewing(() => void fetch(sitePath('/api/looking'), { method: 'POST' }).catch(() => {}));
// A reader returning from a ticker continues at its card.
document.getElementById(cardAnchor((history.state as HistoryState | null)?.ticker ?? 0))?.focus();
markHydrated();
// Loaded after the first paint, so that it doesn't compete with the content.
// Without the script (offline, blocked) the page stays readable.
requestAnimationFrame(() => setTimeout(() => void import(/* @vite-ignore */ sitePath(CONSENT_SCRIPT)).catch(() => undefined)));

/** For signed-in readers, replaces the sign-in link with links to their own pages. */
export function greetMember(): void {
	const own = document.querySelectorAll<HTMLTemplateElement>('template[data-members]');
	if (own.length === 0 || !wasSignedIn()) return;
	for (const template of own) template.replaceWith(template.content);
	document.querySelector('[data-stranger]')?.remove();
}

/** Every minute while the page is visible, replaces what has changed. */
function startRefresh(): void {
	addLocalTimes(document);
	setInterval(() => {
		if (document.visibilityState === 'visible') refresh().catch(reported);
	}, REFRESH_MS);
}

function reported(error: unknown): void {
	const message = error instanceof Error ? error.message : '';
	showMessage(
		'failure',
		failureWords().map((words) => `${message}: ${words}`),
	);
}

async function refresh(): Promise<void> {
	const next = await readAnew();
	const shown = document.body;
	hideMessage('failure');
	const [before, after] = [reportOf(shown), reportOf(next)];
	const newer = before !== null && after !== null && before.dataset['report'] !== after.dataset['report'];
	// Accepting it needs the whole answer, so the parts below are copies.
	const whole = newer ? (next.cloneNode(true) as HTMLElement) : next;
	replaceParts(shown, next, { held: newer });
	if (newer) tellReport(shown, whole, before, after);
}

/** The server's current version of the page. Rejects with the answer's message. */
async function readAnew(): Promise<HTMLElement> {
	const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	if (!answer.ok) throw new Error(`${answer.status} ${faultWords({ status: answer.status, message: answer.statusText })}`);
	const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
	addLocalTimes(body);
	return body;
}

/** The page's report: its time, the market clock, and the tickers of the list. */
function reportOf(body: Element): HTMLElement | null {
	return body.querySelector('[data-report]');
}

/** Announces a newer report and its changes; the content stays. */
function tellReport(shown: HTMLElement, next: HTMLElement, before: HTMLElement, after: HTMLElement): void {
	for (const chip of shown.querySelectorAll<HTMLElement>('[data-reading] time'))
		chip.textContent = chip.parentElement?.dataset['reading'] ?? '';
	const changes = changesText(changesBetween(tickersOf(before), tickersOf(after)));
	showMessage('report', [pillWords.newReport(after.dataset['clock'] ?? '', changes)], () => take(shown, next));
}

function tickersOf(report: HTMLElement): { ticker_id: number }[] {
	return (report.dataset['list'] ?? '').split(' ').flatMap((id) => (id === '' ? [] : [{ ticker_id: Number(id) }]));
}

/** The reader accepts the newer report: new tickers are marked, and the focus moves to the page. */
function take(shown: HTMLElement, next: HTMLElement): void {
	const [before, after] = [reportOf(shown), reportOf(next)];
	if (!before || !after) return;
	const { entered } = changesBetween(tickersOf(before), tickersOf(after));
	replaceParts(shown, next, { held: false, taken: true });
	Object.assign(before.dataset, { ...after.dataset });
	for (const id of entered) shown.querySelector(`[data-new="${id}"]`)?.removeAttribute('hidden');
	hideMessage('report');
	document.querySelector('main')?.focus({ preventScroll: true });
}

/** Only a browser knows the reader's time zone. */
function addLocalTimes(root: ParentNode): void {
	for (const time of root.querySelectorAll('time')) time.title = `${localText(Date.parse(time.dateTime))} your time`;
}

/**
 * Replaces changed parts. A part that is `held` stays until the reader accepts the newer report, because replacing it would lose the focus in it.
 * On pages without parts, only the main element is replaced.
 */
function replaceParts(shown: Element, next: Element, { held, taken = false }: { held: boolean; taken?: boolean }): void {
	const parts = [...shown.querySelectorAll<HTMLElement>('[data-part]')];
	const pairs: [Element | null, Element | null][] =
		parts.length === 0
			? [[shown.querySelector('main'), next.querySelector('main')]]
			: parts.map((part) => [part, next.querySelector(`[data-part="${part.dataset['part']}"]`)]);
	for (const [before, after] of pairs) {
		if (!before || !after || before.innerHTML === after.innerHTML) continue;
		if (!taken && (before.contains(document.activeElement) || (held && before.hasAttribute('data-held')))) continue;
		keepChoices(before, after);
		before.replaceChildren(...after.childNodes);
	}
}

/** Applies what the reader has opened or selected in a part to its replacement. */
function keepChoices(before: Element, after: Element): void {
	const opened = [...before.querySelectorAll('details')].map(({ open }) => open);
	for (const [i, details] of [...after.querySelectorAll('details')].entries()) details.open = opened[i] ?? false;
	const chosen = before.querySelector<HTMLInputElement>('input:checked')?.value;
	for (const input of after.querySelectorAll('input')) input.checked = input.value === chosen;
}

/** Shows each text at its place, replacing the previous one; `received` is called when its button is pressed. */
function showMessage(kind: 'report' | 'failure', texts: readonly string[], received?: () => void): void {
	const place = placeOf(kind);
	const template = place?.querySelector('template');
	if (!place || !template) return;
	const drawn = texts.map((text) => {
		const one = template.content.cloneNode(true) as DocumentFragment;
		const words = one.querySelector('[data-text]');
		if (words) words.textContent = text;
		one.querySelector('button')?.addEventListener('click', () => received?.());
		return one;
	});
	place.replaceChildren(template, ...drawn);
}

/** The place of a message, with the server's template for it. */
function placeOf(kind: 'report' | 'failure'): HTMLElement | null {
	return document.querySelector(`[data-message="${kind}"]`);
}

function hideMessage(kind: 'report' | 'failure'): void {
	const template = placeOf(kind)?.querySelector('template');
	if (template) template.parentElement?.replaceChildren(template);
}

/** The message for a failed refresh of the page; empty on pages that don't show one. */
function failureWords(): readonly string[] {
	return (placeOf('failure')?.dataset['failed'] ?? '').split('\n').filter((words) => words !== '');
}
