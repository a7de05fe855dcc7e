/** Browser script of a page without a framework: color settings, and a refresh every minute. */
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
import { choosePalette, chooseScheme, currentScheme, paletteOf } from '../../../lib/storage/appearance.ts';
import { pillWords } from '../../../ui/report/pill-words.ts';
import { bindWheel } from './read-wheel.ts';

function bindColourSwitches(): void {
	for (const button of document.querySelectorAll('[data-act="theme"]'))
		button.addEventListener('click', () => chooseScheme(currentScheme() === 'dark' ? 'light' : 'dark'));
	for (const input of document.querySelectorAll<HTMLInputElement>('[data-act="palette"]')) {
		input.checked = input.value === document.documentElement.dataset['palette'];
		input.addEventListener('change', () => choosePalette(paletteOf(input.value)));
	}
}

showMemberLinks();
bindColourSwitches();
bindWheel();
startRefresh();
// A simulated market runs faster while a user is viewing a page.
reportViewing(() => void fetch(sitePath('/api/looking'), { method: 'POST' }).catch(() => {}));
// Focuses the card of the ticker from which the reader returns.
document.getElementById(cardAnchor((history.state as HistoryState | null)?.ticker ?? 0))?.focus();
markHydrated();
// Loaded after the first paint, so that it doesn't compete with the content.
// Without the script (offline, blocked) the page stays readable.
requestAnimationFrame(() => setTimeout(() => void import(/* @vite-ignore */ sitePath(CONSENT_SCRIPT)).catch(() => undefined)));

/** For signed-in readers, replaces the sign-in link with links to their own pages. */
export function showMemberLinks(): void {
	const own = document.querySelectorAll<HTMLTemplateElement>('template[data-members]');
	if (own.length === 0 || !wasSignedIn()) return;
	for (const template of own) template.replaceWith(template.content);
	document.querySelector('[data-stranger]')?.remove();
}

/** Once a minute while the page is visible, replaces what has changed. */
function startRefresh(): void {
	addLocalTimes(document);
	setInterval(() => {
		if (document.visibilityState === 'visible') refresh().catch(showFailure);
	}, REFRESH_MS);
}

function showFailure(error: unknown): void {
	const message = error instanceof Error ? error.message : '';
	showMessage(
		'failure',
		failureWords().map((words) => `${message}: ${words}`),
	);
}

async function refresh(): Promise<void> {
	const next = await fetchPage();
	const shown = document.body;
	hideMessage('failure');
	const [before, after] = [reportOf(shown), reportOf(next)];
	const isNewer = before !== null && after !== null && before.dataset['report'] !== after.dataset['report'];
	// `replaceParts` moves nodes out of the answer, but accepting the report later needs all of them.
	const fullAnswer = isNewer ? (next.cloneNode(true) as HTMLElement) : next;
	replaceParts(shown, next, { held: isNewer });
	if (isNewer) announceReport(shown, fullAnswer, before, after);
}

/** Fetches the server's current version of the page and returns its body. Rejects with a message for the reader. */
async function fetchPage(): Promise<HTMLElement> {
	const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	if (!answer.ok) throw new Error(`${answer.status} ${faultWords({ status: answer.status, message: answer.statusText })}`);
	const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
	addLocalTimes(body);
	return body;
}

/** The element with the page's report: its time, the market time, and the tickers of the list; null if the page has none. */
function reportOf(body: Element): HTMLElement | null {
	return body.querySelector('[data-report]');
}

/** Announces a newer report and its changes; the content stays until the reader accepts it. */
function announceReport(shown: HTMLElement, next: HTMLElement, before: HTMLElement, after: HTMLElement): void {
	for (const chip of shown.querySelectorAll<HTMLElement>('[data-reading] time'))
		chip.textContent = chip.parentElement?.dataset['reading'] ?? '';
	const changes = changesText(changesBetween(tickersOf(before), tickersOf(after)));
	showMessage('report', [pillWords.newReport(after.dataset['clock'] ?? '', changes)], () => acceptReport(shown, next));
}

function tickersOf(report: HTMLElement): { ticker_id: number }[] {
	return (report.dataset['list'] ?? '').split(' ').flatMap((id) => (id === '' ? [] : [{ ticker_id: Number(id) }]));
}

/** Shows the newer report when the reader accepts it. New tickers are marked, and the focus moves to the main element. */
function acceptReport(shown: HTMLElement, next: HTMLElement): void {
	const [before, after] = [reportOf(shown), reportOf(next)];
	if (!before || !after) return;
	const { entered } = changesBetween(tickersOf(before), tickersOf(after));
	replaceParts(shown, next, { held: false, taken: true });
	Object.assign(before.dataset, { ...after.dataset });
	for (const id of entered) shown.querySelector(`[data-new="${id}"]`)?.removeAttribute('hidden');
	hideMessage('report');
	document.querySelector('main')?.focus({ preventScroll: true });
}

/** Adds the reader's local time to each time as a tooltip. Only a browser knows the reader's time zone. */
function addLocalTimes(root: ParentNode): void {
	for (const time of root.querySelectorAll('time')) time.title = `${localText(Date.parse(time.dateTime))} your time`;
}

/**
 * Replaces changed parts, except one that has the focus. With `held`, parts marked `data-held` stay, too, until the reader accepts the newer report. `taken`:
 * the reader has accepted it, so every changed part is replaced. On pages without parts, only the main element is replaced.
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

/** Shows texts in the placeholder of their kind, replacing earlier ones. `onPress` is called when the button of a message is pressed. */
function showMessage(kind: 'report' | 'failure', texts: readonly string[], onPress?: () => void): void {
	const placeholder = placeholderOf(kind);
	const template = placeholder?.querySelector('template');
	if (!placeholder || !template) return;
	const messages = texts.map((text) => {
		const message = template.content.cloneNode(true) as DocumentFragment;
		const textElement = message.querySelector('[data-text]');
		if (textElement) textElement.textContent = text;
		message.querySelector('button')?.addEventListener('click', () => onPress?.());
		return message;
	});
	placeholder.replaceChildren(template, ...messages);
}

/** The placeholder of a kind of message; it contains the server's template. */
function placeholderOf(kind: 'report' | 'failure'): HTMLElement | null {
	return document.querySelector(`[data-message="${kind}"]`);
}

function hideMessage(kind: 'report' | 'failure'): void {
	const template = placeholderOf(kind)?.querySelector('template');
	if (template) template.parentElement?.replaceChildren(template);
}

/** Messages for a failed refresh of the page; empty on pages that don't show any. */
function failureWords(): readonly string[] {
	return (placeholderOf('failure')?.dataset['failed'] ?? '').split('\n').filter((words) => words !== '');
}
