/** Browser script of a page without a framework: color settings, and a refresh every minute. */
import type { HistoryState } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { trackViewing } from '../../../entities/live/report-viewing.ts';
import { changesBetween, formatChanges } from '../../../entities/readings/changes.ts';
import { wasSignedIn } from '../../../entities/session/stored-user.ts';
import { sitePath } from '../../../lib/address/site-path.ts';
import { CONSENT_SCRIPT } from '../../../lib/consent-script.ts';
import { faultWords } from '../../../lib/fault-words.ts';
import { formatLocal } from '../../../lib/format/times.ts';
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
// Reports to the server that a user is viewing the page: a simulated market then runs faster.
trackViewing(() => void fetch(sitePath('/api/looking'), { method: 'POST' }).catch(() => {}));
// Focuses the card of the ticker from which the reader returns.
document.getElementById(cardAnchor((history.state as HistoryState | null)?.ticker ?? 0))?.focus();
markHydrated();
// The consent script is loaded after the first paint, because it would compete with the content.
// If it can't be loaded (offline, blocked), the page stays readable.
requestAnimationFrame(() => setTimeout(() => void import(/* @vite-ignore */ sitePath(CONSENT_SCRIPT)).catch(() => undefined)));

/** For signed-in readers, replaces the sign-in link with links to their own pages. */
export function showMemberLinks(): void {
	const templates = document.querySelectorAll<HTMLTemplateElement>('template[data-members]');
	if (templates.length === 0 || !wasSignedIn()) return;
	for (const template of templates) template.replaceWith(template.content);
	document.querySelector('[data-stranger]')?.remove();
}

/** Replaces changed parts of the page once a minute while the page is visible. */
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
		readFailureTexts().map((words) => `${message}: ${words}`),
	);
}

async function refresh(): Promise<void> {
	const newBody = await fetchPage();
	const currentBody = document.body;
	hideMessage('failure');
	const [oldReport, newReport] = [reportOf(currentBody), reportOf(newBody)];
	const isNewer = oldReport !== null && newReport !== null && oldReport.dataset['report'] !== newReport.dataset['report'];
	// `replaceParts` moves nodes out of the new page. A copy keeps all nodes for accepting the report later.
	const fullBody = isNewer ? (newBody.cloneNode(true) as HTMLElement) : newBody;
	replaceParts(currentBody, newBody, { held: isNewer });
	if (isNewer) announceReport(currentBody, fullBody, oldReport, newReport);
}

/** Fetches the server's current version of the page and returns its body. Rejects with a message for the reader. */
async function fetchPage(): Promise<HTMLElement> {
	const response = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } });
	if (!response.ok) throw new Error(`${response.status} ${faultWords({ status: response.status, message: response.statusText })}`);
	const { body } = new DOMParser().parseFromString(await response.text(), 'text/html');
	addLocalTimes(body);
	return body;
}

/** Finds the element whose data attributes describe the page's report: time, market time and listed tickers; null without a report. */
function reportOf(body: Element): HTMLElement | null {
	return body.querySelector('[data-report]');
}

/** Announces a newer report and its changes; the content stays until the reader accepts it. */
function announceReport(currentBody: HTMLElement, newBody: HTMLElement, oldReport: HTMLElement, newReport: HTMLElement): void {
	for (const chip of currentBody.querySelectorAll<HTMLElement>('[data-reading] time'))
		chip.textContent = chip.parentElement?.dataset['reading'] ?? '';
	const changes = formatChanges(changesBetween(tickersOf(oldReport), tickersOf(newReport)));
	showMessage('report', [pillWords.newReport(newReport.dataset['clock'] ?? '', changes)], () => acceptReport(currentBody, newBody));
}

function tickersOf(report: HTMLElement): { ticker_id: number }[] {
	return (report.dataset['list'] ?? '').split(' ').flatMap((id) => (id === '' ? [] : [{ ticker_id: Number(id) }]));
}

/** Shows the newer report after the reader has accepted it. Marks new tickers, and moves the focus to the main element. */
function acceptReport(currentBody: HTMLElement, newBody: HTMLElement): void {
	const [oldReport, newReport] = [reportOf(currentBody), reportOf(newBody)];
	if (!oldReport || !newReport) return;
	const { entered } = changesBetween(tickersOf(oldReport), tickersOf(newReport));
	replaceParts(currentBody, newBody, { held: false, taken: true });
	Object.assign(oldReport.dataset, { ...newReport.dataset });
	for (const id of entered) currentBody.querySelector(`[data-new="${id}"]`)?.removeAttribute('hidden');
	hideMessage('report');
	document.querySelector('main')?.focus({ preventScroll: true });
}

/** Adds the reader's local time to each time as a tooltip. Only a browser knows the reader's time zone. */
function addLocalTimes(root: ParentNode): void {
	for (const time of root.querySelectorAll('time')) time.title = `${formatLocal(Date.parse(time.dateTime))} your time`;
}

/**
 * Replaces changed parts, except a part that has the focus. `held`: also keeps parts marked `data-held`, until the reader accepts the newer report. `taken`:
 * the reader has accepted the report, so every changed part is replaced. On pages without parts, replaces the main element.
 */
function replaceParts(currentBody: Element, newBody: Element, { held, taken = false }: { held: boolean; taken?: boolean }): void {
	const parts = [...currentBody.querySelectorAll<HTMLElement>('[data-part]')];
	const pairs: [Element | null, Element | null][] =
		parts.length === 0
			? [[currentBody.querySelector('main'), newBody.querySelector('main')]]
			: parts.map((part) => [part, newBody.querySelector(`[data-part="${part.dataset['part']}"]`)]);
	for (const [currentPart, newPart] of pairs) {
		if (!currentPart || !newPart || currentPart.innerHTML === newPart.innerHTML) continue;
		if (!taken && (currentPart.contains(document.activeElement) || (held && currentPart.hasAttribute('data-held')))) continue;
		keepChoices(currentPart, newPart);
		currentPart.replaceChildren(...newPart.childNodes);
	}
}

/** Copies the reader's open details and selected inputs from a part of the page to the part that replaces it. */
function keepChoices(currentPart: Element, newPart: Element): void {
	const openStates = [...currentPart.querySelectorAll('details')].map(({ open }) => open);
	for (const [i, details] of [...newPart.querySelectorAll('details')].entries()) details.open = openStates[i] ?? false;
	const checkedValue = currentPart.querySelector<HTMLInputElement>('input:checked')?.value;
	for (const input of newPart.querySelectorAll('input')) input.checked = input.value === checkedValue;
}

/** Shows one message for each text, in place of earlier messages of the same kind. `onPress` is called when a message's button is pressed. */
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

/** Finds the placeholder for a kind of message. The placeholder contains the server's template. */
function placeholderOf(kind: 'report' | 'failure'): HTMLElement | null {
	return document.querySelector(`[data-message="${kind}"]`);
}

function hideMessage(kind: 'report' | 'failure'): void {
	const template = placeholderOf(kind)?.querySelector('template');
	if (template) template.parentElement?.replaceChildren(template);
}

/** Reads the messages for a failed refresh from the page; empty on pages that don't show any. */
function readFailureTexts(): readonly string[] {
	return (placeholderOf('failure')?.dataset['failed'] ?? '').split('\n').filter((words) => words !== '');
}
