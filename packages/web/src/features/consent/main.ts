/**
 * What every page does besides its content, with or without a framework: cookies, wait-list, contact, installation, service worker, tracking.
 * Served as /manners.js; dialogs are loaded when they are shown.
 */
import { environmentOf } from '@sw/domain/access/site-host';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import { consentOf, type Invitation, invitationOf, isIos, offersInstall } from './consent-rules.ts';
import { addFooterActions } from './footer-actions.ts';
import { hideFromCrawlers } from './hide-from-crawlers.ts';
import type { InstallOffer } from './install.ts';
import { isStandalone, registerWorker } from './register-worker.ts';
import { type Actions, runAction } from './run-action.ts';
import { fetchSiteConfig } from './site-config.ts';
import { isTrue, storedAnswer } from './stored-answers.ts';
import { startTracking } from './tracking.ts';
import { whenHydrated } from './when-hydrated.ts';

/** Phone widths, as in the styles. */
const MOBILE = '(max-width: 640px)';

const shown = (): ReturnType<typeof consentOf> => storedAnswer('cookiesPolicy', consentOf);

/** Settles when the banner is closed. */
const askCookies = async (stage: 'simple' | 'details'): Promise<void> => {
	const { showBanner } = await import('./banner.ts');
	await new Promise<void>((gone) => showBanner(stage, { saved: () => startTracking(shown), gone }));
};

const invite = async (invitation: Invitation): Promise<void> => (await import('./wait-list.ts')).showWaitList(invitation);

/** Shown if the address asks for it, or once per session before the launch. */
const inviteWhoComes = async (): Promise<void> => {
	const invitation = invitationOf(location.search);
	if (invitation) return invite(invitation);
	if (readSessionItem('waitListShown') === true || !(await fetchSiteConfig()).prelaunch) return undefined;
	writeSessionItem('waitListShown', true);
	return invite({ source: 'hunter' });
};

let offer: InstallOffer | undefined;
let quiet: Promise<void> | undefined;

const offerInstall = async (): Promise<void> => {
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
};

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
	const asked = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null;
	if (asked) whenHydrated(() => void runAction(ACTS, asked));
});

const begin = (): void => {
	hideFromCrawlers(location.hostname);
	void registerWorker();
	startTracking(shown);
	whenHydrated(() => {
		addFooterActions();
		quiet = shown() ? Promise.resolve() : askCookies('simple');
		inviteWhoComes().catch(() => {});
		offerInstall().catch(() => {});
	});
};

// After everything the page itself needs.
const soon = (): void => void setTimeout(begin);
if (document.readyState === 'complete') soon();
else addEventListener('load', soon);
