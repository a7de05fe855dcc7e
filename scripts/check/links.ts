/** Links and paths in Markdown exist, an anchor is a heading of its page, `npm run x` is a script. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Code spans with a path from the repository root; `*` and `<name>` match any name. */
const PATH = /^(?:packages|docs|scripts|e2e|bench)\/[\w./*<>{},$[\]-]*$/;
/** A file by its name, or by the end of its path. */
const FILE = /^(?:\.{0,2}\/)?[\w.$[\]/-]+\.(?:ts|tsx|mjs|tsv|md|css|sql)$/;

/** `tracked`: every file of the repository, as paths from the root. */
export function checkLinks(root: string, tracked: readonly string[]): string[] {
	const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: Record<string, string> };
	const pages = new Map(tracked.filter((file) => file.endsWith('.md')).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
	const endings = tracked.map((file) => `/${file}`);
	const problems: string[] = [];
	for (const [page, markdown] of pages) {
		const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
		const links = prose.replace(/`[^`\n]*`/g, '').matchAll(/\]\(\s*<?([^)>\s]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)/gm);
		for (const [, inline, reference] of links) {
			const link = decodeURI(inline ?? reference ?? '');
			if (/^[a-z][a-z+.-]*:/i.test(link)) continue;
			const [path = '', anchor] = link.split('#');
			const target = path ? posix.normalize(posix.join(path.startsWith('/') ? '.' : dirname(page), path)) : page;
			if (!existsSync(join(root, target))) problems.push(`${page}: broken link ${link}`);
			else if (anchor && pages.has(target) && !anchorsOf(pages.get(target) ?? '').has(anchor))
				problems.push(`${page}: ${target} has no heading #${anchor}`);
		}
		for (const { 1: code = '', index } of prose.matchAll(/`([^`\n]+)`/g)) {
			const path = code.replace(/[:#].*$/, '');
			// Written by the build, and not in the repository.
			if (path.endsWith('.gen.ts')) continue;
			if (PATH.test(path)) {
				const glob = path.replace(/<[^>]*>/g, '*');
				if (!existsSync(join(root, path)) && globSync(glob, { cwd: root }).length === 0) problems.push(`${page}: ${path} doesn't exist`);
			} else if (FILE.test(path)) {
				const near = posix.join(dirname(page), path);
				// `folder/` -> `file.ts` means the file below that folder; a folder's own README, the one below itself.
				const folder = /`(packages\/[\w./-]*\/)`\s*(?:->|,)\s*$/.exec(prose.slice(0, index))?.[1] ?? homeOf(page);
				const ending = `/${path.replace(/^(?:\.{0,2}\/)+/, '')}`;
				if (!existsSync(join(root, near)) && !endings.some((file) => file.startsWith(`/${folder}`) && file.endsWith(ending)))
					problems.push(`${page}: no file ${folder && `below ${folder} `}is named ${path}`);
			}
		}
		for (const [, script = ''] of markdown.matchAll(/\bnpm run (?:-\w+ )?([a-z][\w:-]*)/g))
			if (!(script in scripts)) problems.push(`${page}: npm run ${script} is not a script`);
	}
	return problems;
}

/** The folder whose files a page names by their names alone: everything for docs and the root's pages. */
function homeOf(page: string): string {
	return page.startsWith('docs/') || !page.includes('/') ? '' : `${dirname(page)}/`;
}

/** As GitHub generates them: lower case, spaces become hyphens, other punctuation is dropped. */
function anchorsOf(markdown: string): Set<string> {
	const seen = new Map<string, number>();
	const anchors = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = '']) => {
		const slug = heading
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replace(/ /g, '-');
		const times = seen.get(slug) ?? 0;
		seen.set(slug, times + 1);
		return times ? `${slug}-${times}` : slug;
	});
	return new Set(anchors);
}
