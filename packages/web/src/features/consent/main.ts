/**
 * What every page does besides its content, with or without a framework: cookies, wait-list, contact, installation, service worker, tracking.
 * Served as /site.js; dialogs are loaded when they are shown.
 */
import { environmentOf, isOutOfSight } from '@sw/domain/access/site-host';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import { consentOf, type Invitation, invitationOf, isIos, offersInstall } from './consent-rules.ts';
import { addFooterActions } from './footer-actions.ts';
import type { InstallOffer } from './install.ts';
import { isStandalone, registerWorker } from './register-worker.ts';
import { fetchSiteConfig } from './site-config.ts';
import { isTrue, storedAnswer } from './stored-answers.ts';
import { startTracking } from './tracking.ts';
import { consentWords } from './words.ts';

/** By the name in an element's `data-act`. */
type Actions = Readonly<Partial<Record<string, (button: HTMLElement) => Promise<void>>>>;

/** Phone widths, as in the styles. */
const MOBILE = '(max-width: 640px)';

/** Settles when the banner is closed. */
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

// A browser offers this once, often before the page has settled.
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

// Elements of any page, including those added later.
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

/** Shown if the address asks for it, or once per session before the launch. */
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
 * Asks search engines to leave the page out on hosts that end in .asia: crawlers that run scripts read it here, all others in the response header.
 */
export function hideFromCrawlers(host: string, head: HTMLHeadElement = document.head): void {
	if (!isOutOfSight(host) || head.querySelector('meta[name="robots"]')) return;
	const robots = document.createElement('meta');
	robots.name = 'robots';
	robots.content = 'noindex';
	head.append(robots);
}

/**
 * Runs once the page responds to input. Until the application has hydrated its page it swallows keys and clicks, also outside the page's content,
 * and anything added to the page would interfere.
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

/** Runs the action that an element asks for. A failed load is reported next to the element until the next attempt. */
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
