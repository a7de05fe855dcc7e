/**
 * What every page does besides its content, with or without a framework: cookies, wait-list, contact, installation, service worker, tracking.
 * Served as /manners.js; dialogs are loaded when they are shown.
 */
import { environmentOf } from '@sw/domain/access/site-host';
import { keepInSession, keptInSession } from '../../lib/session-kept.ts';
import { type Acts, doAsked } from './asked-act.ts';
import { hangActs } from './footer-acts.ts';
import type { InstallOffer } from './install.ts';
import { isTrue, kept } from './kept.ts';
import { consentOf, type Invitation, invitationOf, isIos, offersInstall } from './rules.ts';
import { siteSecret } from './secret.ts';
import { beginTracking } from './tracking.ts';
import { hideFromCrawlers } from './unlisted.ts';
import { whenHeard } from './when-heard.ts';
import { isStandalone, registerWorker } from './worker-door.ts';

/** Phone widths, as in the styles. */
const MOBILE = '(max-width: 640px)';

const shown = (): ReturnType<typeof consentOf> => kept('cookiesPolicy', consentOf);

/** Settles when the banner is closed. */
const askCookies = async (stage: 'simple' | 'details'): Promise<void> => {
	const { showBanner } = await import('./banner.ts');
	await new Promise<void>((gone) => showBanner(stage, { saved: () => beginTracking(shown), gone }));
};

const invite = async (invitation: Invitation): Promise<void> => (await import('./wait-list.ts')).showWaitList(invitation);

/** Shown if the address asks for it, or once per session before the launch. */
const inviteWhoComes = async (): Promise<void> => {
	const invitation = invitationOf(location.search);
	if (invitation) return invite(invitation);
	if (keptInSession('waitListShown') === true || !(await siteSecret()).prelaunch) return undefined;
	keepInSession('waitListShown', true);
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
		dismissed: kept('hideToastPWA', isTrue) ?? false,
		mobile: matchMedia(MOBILE).matches,
		production: environmentOf(location.hostname, (await siteSecret()).app_env) === 'prod',
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

const ACTS: Acts = {
	cookies: () => askCookies('details'),
	contact: async ({ dataset }) => (await import('./contact.ts')).showContact(dataset['subject']),
};

// Elements of any page, including those added later.
document.addEventListener('click', ({ target }) => {
	const asked = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null;
	if (asked) whenHeard(() => void doAsked(ACTS, asked));
});

const begin = (): void => {
	hideFromCrawlers(location.hostname);
	void registerWorker();
	beginTracking(shown);
	whenHeard(() => {
		hangActs();
		quiet = shown() ? Promise.resolve() : askCookies('simple');
		inviteWhoComes().catch(() => {});
		offerInstall().catch(() => {});
	});
};

// After everything the page itself needs.
const soon = (): void => void setTimeout(begin);
if (document.readyState === 'complete') soon();
else addEventListener('load', soon);
