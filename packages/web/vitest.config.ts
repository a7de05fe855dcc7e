import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, HEADLESS_CHROMIUM } from '../../e2e/chromium.ts';
import { contractRoutes } from './plugins/contract-routes.ts';
import { PRODUCT_VERSION } from './plugins/product-version.ts';
import { workspaceFiles } from './plugins/workspace-files.ts';

/** Ten minutes without progress count as a hang, even on a slow machine. */
const testTimeoutMs = 600_000;
/** Pages react within milliseconds, on a busy machine within a few seconds: an assertion that fails for a minute has failed. */
const assertionTimeoutMs = 60_000;

/** Configuration of `*.test.tsx`, in which forms, dialogs and editors are rendered, filled in and submitted in a real browser. */
export default defineConfig({
	define: PRODUCT_VERSION,
	plugins: [react(), contractRoutes(), workspaceFiles('no-build')],
	cacheDir: '../../.test/cache-pages',
	// A dependency discovered while tests run would reload the page in the middle of them.
	optimizeDeps: {
		include: [
			'@simplewebauthn/browser',
			'@tanstack/react-query',
			'@tanstack/react-router',
			'react',
			'react-dom',
			'react/jsx-dev-runtime',
			'react/jsx-runtime',
			'uqr',
			'vitest-browser-react',
		],
	},
	test: {
		name: 'pages',
		include: ['src/**/*.test.tsx'],
		testTimeout: testTimeoutMs,
		hookTimeout: testTimeoutMs,
		env: { VITEST_BROWSER_IFRAME_TIMEOUT: String(testTimeoutMs) },
		browser: {
			enabled: true,
			headless: true,
			connectTimeout: testTimeoutMs,
			screenshotFailures: false,
			provider: playwright({
				launchOptions: {
					executablePath: HEADLESS_CHROMIUM,
					args: [...CHROMIUM_ARGS],
				},
				contextOptions: { locale: 'en-US', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' },
				actionTimeout: assertionTimeoutMs,
			}),
			instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
		},
		expect: { poll: { timeout: assertionTimeoutMs } },
	},
});
