/** Reports which pictures differ between two folders, to show that a change left the screens alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/** Tolerance per colour channel, invisible to the eye: text is anti-aliased. */
const TOLERANCE = 8;

/** Returns sentences, most different first; empty if nothing differs. Both folders contain PNG files with the same names. */
export async function findDifferences(browser: Browser, beforeFolder: string, afterFolder: string): Promise<string[]> {
	const page = await browser.newPage();
	const lines: { share: number; text: string }[] = [];
	const names = new Set([...readdirSync(beforeFolder), ...readdirSync(afterFolder)].filter((name) => name.endsWith('.png')));
	for (const name of [...names].sort()) {
		const files = [join(beforeFolder, name), join(afterFolder, name)];
		if (!files.every(existsSync)) {
			lines.push({ share: 2, text: `${name}: only ${existsSync(files[0]!) ? 'before' : 'after'}` });
			continue;
		}
		const [beforeFile, afterFile] = files.map((file) => readFileSync(file));
		if (beforeFile?.equals(afterFile as Buffer)) continue;
		const difference = await page.evaluate(comparePixels, {
			pictures: [beforeFile, afterFile].map((file) => file?.toString('base64') ?? ''),
			tolerance: TOLERANCE,
		});
		if (difference.share > 0)
			lines.push({
				share: difference.share,
				text: `${name}: ${(100 * difference.share).toFixed(2)} % of its pixels${difference.rows}${difference.sizes}`,
			});
	}
	await page.close();
	return lines.sort((a, b) => b.share - a.share).map(({ text }) => text);
}

/**
 * Runs in the browser, which decodes PNG files: the share of differing pixels, including those beyond the smaller picture, and the rows between
 * which they are.
 */
async function comparePixels({
	pictures,
	tolerance,
}: {
	pictures: string[];
	tolerance: number;
}): Promise<{ share: number; rows: string; sizes: string }> {
	const canvases = await Promise.all(
		pictures.map(async (picture) => {
			const image = new Image();
			image.src = `data:image/png;base64,${picture}`;
			await image.decode();
			const canvas = new OffscreenCanvas(image.width, image.height);
			const context = canvas.getContext('2d');
			context?.drawImage(image, 0, 0);
			return { width: image.width, height: image.height, context };
		}),
	);
	const width = Math.min(...canvases.map((canvas) => canvas.width));
	const height = Math.min(...canvases.map((canvas) => canvas.height));
	const pixelCount = Math.max(...canvases.map((canvas) => canvas.width)) * Math.max(...canvases.map((canvas) => canvas.height));
	const [beforePixels, afterPixels] = canvases.map(({ context }) => context?.getImageData(0, 0, width, height).data);
	if (!beforePixels || !afterPixels) throw new Error('The browser draws no pictures.');
	let differingCount = pixelCount - width * height;
	let firstRow = -1;
	let lastRow = -1;
	for (let i = 0; i < beforePixels.length; i += 4)
		if ([0, 1, 2].some((channel) => Math.abs(beforePixels[i + channel]! - afterPixels[i + channel]!) > tolerance)) {
			differingCount++;
			lastRow = Math.floor(i / 4 / width);
			if (firstRow < 0) firstRow = lastRow;
		}
	const rows = firstRow < 0 ? '' : `, rows ${firstRow} to ${lastRow}`;
	const sizes = canvases.map((canvas) => `${canvas.width} x ${canvas.height}`);
	return { share: differingCount / pixelCount, rows, sizes: sizes[0] === sizes[1] ? '' : `, ${sizes.join(' before, ')} now` };
}
