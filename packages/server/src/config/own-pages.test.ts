import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_OWN_PAGE_BYTES } from '@sw/domain/outreach/own-pages';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readOwnPages } from './own-pages.ts';

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'own-pages-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

/** What a start with this folder fails with. */
function failing(folder: string): string {
	try {
		readOwnPages(folder);
	} catch (error) {
		expect(error).toBeInstanceOf(ConfigError);
		return (error as Error).message;
	}
	return '';
}

describe("an operator's own pages", () => {
	it('are none without a folder, which may be relative to the start folder', () => {
		expect(readConfig({}, '/srv').pages).toBeNull();
		expect(readConfig({ SIGNALWHEEL_PAGES: 'pages' }, '/srv').pages).toBe('/srv/pages');
		expect(readOwnPages(null).size).toBe(0);
	});

	it('are read by their names; other files are left alone', () => {
		const folder = folderOf({ 'faq.md': '\uFEFF# Ask\n', 'terms-of-use.md': '# Terms\r\n\r\nÄ', 'notes.txt': 'x', logo: '' });
		expect(readOwnPages(folder)).toEqual(
			new Map([
				['/faq', '# Ask\n'],
				['/terms-of-use', '# Terms\r\n\r\nÄ'],
			]),
		);
	});

	it('fail the start where the folder is not there', () => {
		const folder = join(folderOf({}), 'pages');
		expect(failing(folder)).toBe(
			`SIGNALWHEEL_PAGES: can't read the folder ${folder} (ENOENT: no such file or directory). Create it, or unset SIGNALWHEEL_PAGES.`,
		);
	});

	it.each<[string, string | Buffer, string]>([
		['faq.md', 'Words.\n', 'doesn’t begin with a heading. Make its first line the page’s title: # Title'],
		['faq.md', `# Ask\n${'x'.repeat(MAX_OWN_PAGE_BYTES)}`, 'has 201 kB; the limit is 200 kB.'],
		['faq.md', Buffer.from([0x23, 0x20, 0xc4, 0x0a]), 'isn’t UTF-8. Save it as UTF-8.'],
		['privacy.md', '# Privacy', 'doesn’t match a page. Name it faq.md or privacy-policy.md or'],
		['FAQ.md', '# Ask', 'doesn’t match a page. Name it faq.md or'],
	])('fail the start by %s', (name, content, words) => {
		const folder = folderOf({ [name]: content });
		expect(failing(folder)).toContain(`SIGNALWHEEL_PAGES: ${join(folder, name)} ${words.replaceAll('’', "'")}`);
	});

	it('fail the start by a file that cannot be read', () => {
		const folder = folderOf({});
		mkdirSync(join(folder, 'faq.md'));
		expect(failing(folder)).toMatch(/can't read .*faq\.md \(EISDIR/);
	});

	it('may be as large as is said', () => {
		expect(readOwnPages(folderOf({ 'faq.md': `# Ask\n${'x'.repeat(MAX_OWN_PAGE_BYTES - 6)}` })).size).toBe(1);
	});
});
