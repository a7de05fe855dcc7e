/** How tests start Chromium. */
import { existsSync } from 'node:fs';

/** Features that Playwright disables: repeated here, because only the last list of disabled features on a command line counts. */
const DISABLED_BY_PLAYWRIGHT = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'TcpPortRandomizationWin',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
];
/**
 * For each window, these features opened two extra pages for address bar suggestions, and for each context a spare process, needed or not: together a
 * third of the cost of a fresh context.
 */
const COSTLY_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
/** Chromium's engine without windows, profiles and services: a quarter less work. */
const DEBIAN_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? DEBIAN_CHROMIUM;

/** Paths of the missing programs: of `CHROMIUM_PACKAGES`, or of another Chromium than Debian's if CHROMIUM_PATH names one. */
export function findMissingChromium(): string[] {
	return (CHROMIUM === DEBIAN_CHROMIUM ? [DEBIAN_CHROMIUM, DEBIAN_HEADLESS_SHELL] : [CHROMIUM]).filter((path) => !existsSync(path));
}

export const CHROMIUM_PACKAGES = 'chromium chromium-headless-shell';
/** The browser of the journeys, except for notifications, which need `CHROMIUM`. */
export const HEADLESS_CHROMIUM = CHROMIUM === DEBIAN_CHROMIUM && existsSync(DEBIAN_HEADLESS_SHELL) ? DEBIAN_HEADLESS_SHELL : CHROMIUM;

export const CHROMIUM_ARGS: readonly string[] = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// A test's page lives for a second: optimising compilers never pay off.
	'--js-flags=--no-maglev --no-turbofan',
	`--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...COSTLY_FEATURES].join(',')}`,
];
