/**
 * Behavior that every page shares, with or without a framework: cookies, wait-list, contact, installation, service worker, analytics. Served as /site.js;
 * dialogs are loaded when they are shown.
 */
import { environmentOf, isOutOfSight } from '@sw/domain/access/site-host';
import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import { type Consent, consentOf, type Invitation, invitationOf, isIos, offersInstall } from './consent-rules.ts';
import type { InstallOffer } from './install.ts';
import { isStandalone, registerWorker } from './register-worker.ts';
import { fetchSiteConfig } from './site-config.ts';
import { isTrue, storedAnswer } from './stored-answers.ts';
import { consentWords } from './words.ts';

const { links, acts } = consentWords.footer;

/**
 * Adds links to text pages, and buttons for actions of this script, to the application's footer unless present. The application's own scripts then don't need
 * them.
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
	const buttons = Object.entries(acts).map(([act, label]) => {
		const button = document.createElement('button');
		button.type = 'button';
		button.dataset['act'] = act;
		button.textContent = label;
		return button;
	});
	const last = footer.lastElementChild;
	if (last) last.before(...pages, ...buttons);
	else footer.append(...pages, ...buttons);
}

/** Minimum time on a page before it is counted, in milliseconds. */
export const TRACKING_AFTER = 3_000;

/** Whether this reader's page views are counted on this host. */
export function isTracked(consent: Consent | undefined, host: string): boolean {
	return consent?.identification === true && !isOutOfSight(host);
}

let begun = false;

/** Counts this page view after `TRACKING_DELAY_MS`, if the reader consents now and still does then. */
export function startTracking(consent: () => Consent | undefined): void {
	if (begun || !isTracked(consent(), location.hostname)) return;
	begun = true;
	setTimeout(() => {
		if (isTracked(consent(), location.hostname)) load().catch(() => {});
		else begun = false;
	}, TRACKING_AFTER);
}

/** Loads the analytics script, if the operator has one. */
async function load(): Promise<void> {
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
const MOBILE = '(max-width: 640px)';

/** Shows the cookie banner, and resolves when it is closed. */
async function askCookies(stage: 'simple' | 'details'): Promise<void> {
	const { showBanner } = await import('./banner.ts');
	await new Promise<void>((gone) => showBanner(stage, { saved: () => startTracking(shown), gone }));
}

function shown(): ReturnType<typeof consentOf> {
	return storedAnswer('cookiesPolicy', consentOf);
}

let offer: InstallOffer | undefined;
let quiet: Promise<void> | undefined;

async function offerInstall(): Promise<void> {
	await quiet;
	const ios = isIos(navigator);
	if (!offer && !ios) return;
	const surroundings = {
		standalone: isStandalone(),
		dismissed: storedAnswer('hideToastPWA', isTrue) ?? false,
		mobile: matchMedia(MOBILE).matches,
		production: environmentOf(location.hostname, (await fetchSiteConfig()).app_env) === 'prod',
	};
	if (offersInstall(surroundings)) (await import('./install.ts')).showInstall(offer);
}

// The browser sends this event once, often before the page has hydrated.
addEventListener('beforeinstallprompt', (event) => {
	event.preventDefault();
	offer = event as InstallOffer;
	if (quiet) offerInstall().catch(() => {});
});
addEventListener('appinstalled', () => {
	offer = undefined;
	void import('./install.ts').then(({ hideInstall }) => hideInstall());
});

const ACTS: Actions = {
	cookies: () => askCookies('details'),
	contact: async ({ dataset }) => (await import('./contact.ts')).showContact(dataset['subject']),
};

// Delegated, so that elements added later work, too.
document.addEventListener('click', ({ target }) => {
	const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null;
	if (button) whenHydrated(() => void runAction(ACTS, button));
});

// After everything the page itself needs.
function schedule(): void {
	void setTimeout(begin);
}

function begin(): void {
	hideFromCrawlers(location.hostname);
	void registerWorker();
	startTracking(shown);
	whenHydrated(() => {
		addFooterActions();
		quiet = shown() ? Promise.resolve() : askCookies('simple');
		inviteWhoComes().catch(() => {});
		offerInstall().catch(() => {});
	});
}

/** Shows the wait-list if the address has an invitation, or once per session before the launch. */
async function inviteWhoComes(): Promise<void> {
	const invitation = invitationOf(location.search);
	if (invitation) return invite(invitation);
	if (readSessionItem('waitListShown') === true || !(await fetchSiteConfig()).prelaunch) return undefined;
	writeSessionItem('waitListShown', true);
	return invite({ source: 'hunter' });
}

async function invite(invitation: Invitation): Promise<void> {
	return (await import('./wait-list.ts')).showWaitList(invitation);
}

if (document.readyState === 'complete') schedule();
else addEventListener('load', schedule);

/**
 * Tells search engines not to index the page on hosts that end in .asia. Other crawlers read the same in a response header; this is for those that run
 * scripts.
 */
export function hideFromCrawlers(host: string, head: HTMLHeadElement = document.head): void {
	if (!isOutOfSight(host) || head.querySelector('meta[name="robots"]')) return;
	const robots = document.createElement('meta');
	robots.name = 'robots';
	robots.content = 'noindex';
	head.append(robots);
}

/**
 * Runs `act` once the page is hydrated. Until then the application swallows keys and clicks, even outside its own content, and elements added to the page
 * would break hydration.
 */
export function whenHydrated(act: () => void, root: HTMLElement = document.documentElement): void {
	const isThere = (): boolean => root.dataset['hydrated'] !== undefined;
	if (isThere()) {
		act();
		return;
	}
	const watcher = new MutationObserver(() => {
		if (!isThere()) return;
		watcher.disconnect();
		act();
	});
	watcher.observe(root, { attributeFilter: ['data-hydrated'] });
}

/** Runs the action named in an element's `data-act`. If the action fails, an error appears next to the element until the next attempt. */
export async function runAction(acts: Actions, button: HTMLElement): Promise<void> {
	const beside = button.nextElementSibling;
	if (beside?.matches('[data-act-failed]')) beside.remove();
	try {
		await acts[button.dataset['act'] ?? '']?.(button);
	} catch {
		const reported = document.createElement('span');
		reported.setAttribute('role', 'alert');
		reported.dataset['actFailed'] = '';
		reported.textContent = consentWords.failed;
		button.after(reported);
	}
}
