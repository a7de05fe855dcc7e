/**
 * Behavior that every page shares, with or without a framework: cookies, wait-list, contact, installation, service worker, analytics. Served as /site.js;
 * dialogs are loaded when they are shown.
 */
import { environmentOf, isUnlistedHost } from '@sw/domain/access/site-host';
import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import { type Consent, type Invitation, isIos, parseConsent, readInvitation, shouldOfferInstall } from './consent-rules.ts';
import type { InstallPromptEvent } from './install.ts';
import { isStandalone, registerWorker } from './register-worker.ts';
import { fetchSiteConfig } from './site-config.ts';
import { isTrue, readAnswer } from './stored-answers.ts';
import { consentWords } from './words.ts';

const { links, actions: actionLabels } = consentWords.footer;

/**
 * Adds links to text pages and buttons for this script's actions to the application's footer, unless the footer has them. The application's own scripts
 * therefore don't contain them.
 */
function addFooterActions(): void {
	const footer = document.querySelector('body > footer');
	if (!footer || footer.querySelector('[data-act="contact"]')) return;
	const pages = INFORMATION_PAGES.map(({ path }) => {
		const link = document.createElement('a');
		link.href = path;
		link.textContent = links[path];
		return link;
	});
	const buttons = Object.entries(actionLabels).map(([act, label]) => {
		const button = document.createElement('button');
		button.type = 'button';
		button.dataset['act'] = act;
		button.textContent = label;
		return button;
	});
	const lastChild = footer.lastElementChild;
	if (lastChild) lastChild.before(...pages, ...buttons);
	else footer.append(...pages, ...buttons);
}

/** Minimum time on a page before the page view is counted, in milliseconds. */
export const TRACKING_DELAY_MS = 3_000;

/** Returns whether this reader's page views are counted on this host. */
export function isTracked(consent: Consent | undefined, host: string): boolean {
	return consent?.identification === true && !isUnlistedHost(host);
}

let trackingStarted = false;

/** Counts this page view after `TRACKING_DELAY_MS`, if the reader consents both now and after the delay. */
export function startTracking(getConsent: () => Consent | undefined): void {
	if (trackingStarted || !isTracked(getConsent(), location.hostname)) return;
	trackingStarted = true;
	setTimeout(() => {
		if (isTracked(getConsent(), location.hostname)) loadAnalytics().catch(() => {});
		else trackingStarted = false;
	}, TRACKING_DELAY_MS);
}

/** Loads the analytics script, if the operator has one. */
async function loadAnalytics(): Promise<void> {
	const { tracking } = await fetchSiteConfig();
	if (tracking === null) return;
	const script = document.createElement('script');
	script.src = tracking;
	script.async = true;
	document.head.append(script);
}

/** Actions by the value of `data-act`. */
type Actions = Readonly<Partial<Record<string, (button: HTMLElement) => Promise<void>>>>;

/** Phone widths, as in the styles. */
const MOBILE_QUERY = '(max-width: 640px)';

/** Shows the cookie banner, and resolves when it is closed. */
async function askForConsent(stage: 'simple' | 'details'): Promise<void> {
	const { showBanner } = await import('./banner.ts');
	await new Promise<void>((resolve) => showBanner(stage, { onSaved: () => startTracking(readConsent), onClosed: resolve }));
}

function readConsent(): ReturnType<typeof parseConsent> {
	return readAnswer('cookiesPolicy', parseConsent);
}

let promptEvent: InstallPromptEvent | undefined;
let cookiesAnswered: Promise<void> | undefined;

async function offerInstall(): Promise<void> {
	await cookiesAnswered;
	const ios = isIos(navigator);
	if (!promptEvent && !ios) return;
	const context = {
		standalone: isStandalone(),
		dismissed: readAnswer('hideToastPWA', isTrue) ?? false,
		mobile: matchMedia(MOBILE_QUERY).matches,
		production: environmentOf(location.hostname, (await fetchSiteConfig()).app_env) === 'prod',
	};
	if (shouldOfferInstall(context)) (await import('./install.ts')).showInstall(promptEvent);
}

// The browser sends this event once, often before the page has hydrated.
addEventListener('beforeinstallprompt', (event) => {
	event.preventDefault();
	promptEvent = event as InstallPromptEvent;
	if (cookiesAnswered) offerInstall().catch(() => {});
});
addEventListener('appinstalled', () => {
	promptEvent = undefined;
	void import('./install.ts').then(({ hideInstall }) => hideInstall());
});

const ACTIONS: Actions = {
	cookies: () => askForConsent('details'),
	contact: async ({ dataset }) => (await import('./contact.ts')).showContactForm(dataset['subject']),
};

// One listener on the document also handles elements that are added later.
document.addEventListener('click', ({ target }) => {
	const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null;
	if (button) whenHydrated(() => void runAction(ACTIONS, button));
});

// Runs this script after everything that the page itself needs.
function scheduleStart(): void {
	void setTimeout(start);
}

function start(): void {
	hideFromCrawlers(location.hostname);
	void registerWorker();
	startTracking(readConsent);
	whenHydrated(() => {
		addFooterActions();
		cookiesAnswered = readConsent() ? Promise.resolve() : askForConsent('simple');
		offerWaitList().catch(() => {});
		offerInstall().catch(() => {});
	});
}

/** Shows the wait-list if the URL has an invitation, or once per session before the launch. */
async function offerWaitList(): Promise<void> {
	const invitation = readInvitation(location.search);
	if (invitation) return openWaitList(invitation);
	if (readSessionItem('waitListShown') === true || !(await fetchSiteConfig()).prelaunch) return undefined;
	writeSessionItem('waitListShown', true);
	return openWaitList({ source: 'hunter' });
}

async function openWaitList(invitation: Invitation): Promise<void> {
	return (await import('./wait-list.ts')).showWaitList(invitation);
}

if (document.readyState === 'complete') scheduleStart();
else addEventListener('load', scheduleStart);

/**
 * Asks search engines not to index the page on hosts that end in .asia. A response header asks the same; this element is for crawlers that read the page
 * after running scripts.
 */
export function hideFromCrawlers(host: string, head: HTMLHeadElement = document.head): void {
	if (!isUnlistedHost(host) || head.querySelector('meta[name="robots"]')) return;
	const robots = document.createElement('meta');
	robots.name = 'robots';
	robots.content = 'noindex';
	head.append(robots);
}

/**
 * Runs `act` once the page is hydrated. Before hydration, the application swallows keys and clicks, even outside its own content, and added elements would
 * break the hydration.
 */
export function whenHydrated(act: () => void, root: HTMLElement = document.documentElement): void {
	const isHydrated = (): boolean => root.dataset['hydrated'] !== undefined;
	if (isHydrated()) {
		act();
		return;
	}
	const observer = new MutationObserver(() => {
		if (!isHydrated()) return;
		observer.disconnect();
		act();
	});
	observer.observe(root, { attributeFilter: ['data-hydrated'] });
}

/** Runs the action named in an element's `data-act`. If the action fails, an error appears next to the element until the next attempt. */
export async function runAction(actions: Actions, button: HTMLElement): Promise<void> {
	const previousError = button.nextElementSibling;
	if (previousError?.matches('[data-act-failed]')) previousError.remove();
	try {
		await actions[button.dataset['act'] ?? '']?.(button);
	} catch {
		const message = document.createElement('span');
		message.setAttribute('role', 'alert');
		message.dataset['actFailed'] = '';
		message.textContent = consentWords.failed;
		button.after(message);
	}
}
