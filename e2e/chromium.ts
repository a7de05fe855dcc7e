/** How tests start Chromium. */
import { existsSync } from 'node:fs';

/** What Playwright switches off by itself. Of two such lists on a command line the last one counts, so they are said again. */
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
 * Each window opened two pages of its own for suggestions below the address, and each context a process in advance, whether or not anybody needs one: together a
 * third of what a fresh context costs.
 */
const OF_A_WINDOW = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

const OF_DEBIAN = '/usr/bin/chromium';
/** Chromium's engine without a browser's windows, profiles and services: a quarter less to compute. */
const ENGINE_OF_DEBIAN = '/usr/bin/chromium-headless-shell';
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? OF_DEBIAN;
/** The programs of `CHROMIUM_PACKAGES` that are not there; of another Chromium than Debian's, itself. */
export const missingChromium = (): string[] =>
	(CHROMIUM === OF_DEBIAN ? [OF_DEBIAN, ENGINE_OF_DEBIAN] : [CHROMIUM]).filter((path) => !existsSync(path));
export const CHROMIUM_PACKAGES = 'chromium chromium-headless-shell';
/** What journeys run in; notifications need `CHROMIUM`. */
export const HEADLESS = CHROMIUM === OF_DEBIAN && existsSync(ENGINE_OF_DEBIAN) ? ENGINE_OF_DEBIAN : CHROMIUM;

export const CHROMIUM_ARGS: readonly string[] = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// A page of a test lives for a second: what its optimising compilers cost they never give back.
	'--js-flags=--no-maglev --no-turbofan',
	`--disable-features=${[...BY_PLAYWRIGHT, ...OF_A_WINDOW].join(',')}`,
];
