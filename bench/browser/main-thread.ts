/** Measures the main thread's tasks on a page with Chromium's trace. */
import type { Browser, Page } from 'playwright-core';
import { quantile } from '../measure.ts';

interface TraceEvent {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	/** Wall-clock microseconds. */
	dur?: number;
	/** Processor microseconds, to which other load on the machine adds nothing. */
	tdur?: number;
	args?: { name?: string };
}

/** Duration of one task in milliseconds: by wall clock and in processor time. */
export interface TaskTimes {
	wall: number;
	processor: number;
}

/** The longest wall-clock time and the longest processor time of a main-thread task during `action`. The two can belong to different tasks. */
export async function measureLongestTask(browser: Browser, page: Page, action: () => Promise<void>): Promise<TaskTimes> {
	await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
	await action();
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
	const mainThreads = new Set(
		traceEvents
			.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
			.map(({ pid, tid }) => `${pid}.${tid}`),
	);
	const tasks = traceEvents.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mainThreads.has(`${pid}.${tid}`));
	return {
		wall: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000,
		processor: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
	};
}

/** Scrolls from top to bottom with the mouse wheel, one step per frame, then jumps back to the top. */
export async function scrollThrough(page: Page): Promise<void> {
	await page.mouse.move(600, 500);
	const height = await page.evaluate(() => document.documentElement.scrollHeight);
	for (let y = 0; y < height; y += 300) {
		await page.mouse.wheel(0, 300);
		await page.waitForTimeout(16);
	}
	await page.waitForTimeout(200);
	await page.evaluate(() => window.scrollTo(0, 0));
}

export function valuesOf(tasks: readonly TaskTimes[], key: keyof TaskTimes): number[] {
	return tasks.map((task) => task[key]);
}

export function maximum(values: readonly number[]): number {
	return quantile(values, 1);
}
