/**
 * `npm run screens [-- words]`: checks the accessibility rules on every screen, in both themes at both widths; `npm test` checks two of the four
 * combinations. Words select screens by name.
 */
import { startTool } from './test/runners.ts';

const words = process.argv.slice(2);
const filterFlags = words.length > 0 ? ['-g', words.join('|')] : [];
const args = ['test', '--config', 'e2e/playwright.config.ts', 'workspace-screens', ...filterFlags];
process.exit((await startTool('@playwright/test/cli.js', args, { env: { LOOKS: 'every' } })) ?? 1);
