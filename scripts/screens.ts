/**
 * `npm run screens [-- words]`: checks every screen by the rules in both themes at both widths; `npm test` checks two of the four combinations. Words
 * select by name.
 */
import { startTool } from './test/runners.ts';

const words = process.argv.slice(2);
const chosen = words.length > 0 ? ['-g', words.join('|')] : [];
const args = ['test', '--config', 'e2e/playwright.config.ts', 'workspace-screens', ...chosen];
process.exit((await startTool('@playwright/test/cli.js', args, { env: { LOOKS: 'every' } })) ?? 1);
