/** The browser script of a page without a framework: colour settings, and a refresh every minute. */
import type { HistoryState } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { reportViewing } from '../../../entities/live/report-viewing.ts';
import { changesBetween, changesText } from '../../../entities/readings/changes.ts';
import { wasSignedIn } from '../../../entities/session/stored-user.ts';
import { sitePath } from '../../../lib/address/site-path.ts';
import { CONSENT_SCRIPT } from '../../../lib/consent-script.ts';
import { faultWords } from '../../../lib/fault-words.ts';
import { markHydrated } from '../../../lib/mark-hydrated.ts';
import { REFRESH_MS } from '../../../lib/refresh.ts';
import { choosePalette, paletteOf } from '../../../lib/storage/palette.ts';
import { chooseScheme, schemeShown } from '../../../lib/storage/scheme.ts';
import { pillWords } from '../../../ui/report/pill-words.ts';
import { failureWords, hideMessage, showMessage } from './messages.ts';
import { addLocalTimes, replaceParts } from './parts.ts';
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
