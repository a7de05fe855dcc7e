/** How tests start Chromium. */
import { existsSync } from 'node:fs';

/** Features that Playwright disables itself. Of two such lists on a command line only the last one counts, so they are repeated. */
const BY_PLAYWRIGHT = [
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
 * Each window opened two pages of its own for address bar suggestions, and each context a spare process, needed or not: together a third of the
 * cost of a fresh context.
 */
const OF_A_WINDOW = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

const OF_DEBIAN = '/usr/bin/chromium';
/** Chromium's engine without windows, profiles and services: a quarter less work. */
const ENGINE_OF_DEBIAN = '/usr/bin/chromium-headless-shell';
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? OF_DEBIAN;

/** The missing programs of `CHROMIUM_PACKAGES`; for a Chromium other than Debian's, itself. */
export function missingChromium(): string[] {
	return (CHROMIUM === OF_DEBIAN ? [OF_DEBIAN, ENGINE_OF_DEBIAN] : [CHROMIUM]).filter((path) => !existsSync(path));
}

export const CHROMIUM_PACKAGES = 'chromium chromium-headless-shell';
/** The browser that journeys run in; notifications need `CHROMIUM`. */
export const HEADLESS = CHROMIUM === OF_DEBIAN && existsSync(ENGINE_OF_DEBIAN) ? ENGINE_OF_DEBIAN : CHROMIUM;

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
	`--disable-features=${[...BY_PLAYWRIGHT, ...OF_A_WINDOW].join(',')}`,
];
