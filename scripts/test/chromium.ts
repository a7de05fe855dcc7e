import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { CHROMIUM, CHROMIUM_PACKAGES, missingChromium } from '../../e2e/chromium.ts';

/** Whether Chromium is installed; installs missing packages only as root with CI=true, and otherwise prints how. */
export async function ensureChromium(): Promise<boolean> {
	const install = `apt-get update && apt-get install -y ${CHROMIUM_PACKAGES}`;
	if (missingChromium().length > 0 && process.env.CI === 'true' && process.getuid?.() === 0) {
		console.log('Installing Chromium from the system packages ...');
		await once(spawn('sh', ['-c', `(${install}) >/dev/null 2>&1`], { stdio: 'inherit' }), 'close');
	}
	if (existsSync(CHROMIUM)) return true;
	console.error(`The browser tests need Chromium at ${CHROMIUM}. Install it with:\n  ${install}\nor set CHROMIUM_PATH to another one.`);
	return false;
}
