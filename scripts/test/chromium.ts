import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

export const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether there is a Chromium; installs one only as root with CI=true, and otherwise says how. */
export const ensureChromium = async (): Promise<boolean> => {
	if (existsSync(chromium)) return true;
	const install = 'apt-get update && apt-get install -y chromium';
	if (process.env.CI === 'true' && process.getuid?.() === 0) {
		console.log('Installing Chromium from the system packages ...');
		await once(spawn('sh', ['-c', `${install} >/dev/null 2>&1`], { stdio: 'inherit' }), 'close');
		return existsSync(chromium);
	}
	console.error(`The browser tests need Chromium at ${chromium}. Install it with:\n  ${install}\nor name another one by CHROMIUM_PATH.`);
	return false;
};
