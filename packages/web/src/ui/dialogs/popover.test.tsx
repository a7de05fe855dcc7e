import { useEffect, useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { Popover } from './popover.tsx';

const button = page.getByRole('button', { name: 'Export' });
const panel = page.getByRole('dialog', { name: 'Files' });

async function open(): Promise<void> {
	await show(
		<div style={{ display: 'flex', gap: 300, paddingLeft: 300 }}>
			<Popover button="Export" label="Files">
				{(close) => (
					<button type="button" onClick={close}>
						CSV
					</button>
				)}
			</Popover>
			<button type="button">Elsewhere</button>
		</div>,
	);
	await expect.element(panel).not.toBeInTheDocument();
	await button.click();
	await expect.element(panel).toHaveFocus();
	await expect.element(button).toHaveAttribute('aria-expanded', 'true');
}

async function isShut(): Promise<void> {
	await expect.element(panel).not.toBeInTheDocument();
	await expect.element(page.getByText('CSV')).not.toBeInTheDocument();
	await expect.element(button).toHaveAttribute('aria-expanded', 'false');
}

it('opens below its button, flush with its right edge', async () => {
	await open();
	const above = button.element().getBoundingClientRect();
	const below = panel.element().getBoundingClientRect();
	expect(below.top - above.bottom).toBeCloseTo(6);
	expect(below.right).toBeCloseTo(above.right);
});

it('keeps its distance from the edge of the page where its button stands near the left one', async () => {
	await show(
		<Popover button="Export" label="Files">
			{() => <div style={{ width: 400 }}>CSV</div>}
		</Popover>,
	);
	await button.click();
	await expect.element(panel).toBeVisible();
	const { left, width } = panel.element().getBoundingClientRect();
	expect(width).toBeGreaterThan(400);
	expect(left).toBe(Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--gutter')));
});

it('draws what is in it where it can measure itself', async () => {
	let width = 0;
	const Measured = () => {
		const box = useRef<HTMLDivElement>(null);
		useEffect(() => {
			width = box.current?.clientWidth ?? 0;
		}, []);
		return <div ref={box} style={{ width: 200 }} />;
	};
	await show(
		<Popover button="Export" label="Files">
			{() => <Measured />}
		</Popover>,
	);
	await button.click();
	await expect.element(panel).toBeVisible();
	expect(width).toBe(200);
});

it('closes by Escape, which gives the focus back', async () => {
	await open();
	await userEvent.keyboard('{Escape}');
	await isShut();
	await expect.element(button).toHaveFocus();
});

it('closes by its own button, and by what is chosen in it', async () => {
	await open();
	await button.click();
	await isShut();
	await button.click();
	await page.getByText('CSV').click();
	await isShut();
});

it('closes when the reader walks out by Tab, whose focus it leaves alone', async () => {
	await open();
	await userEvent.keyboard('{Tab}');
	await expect.element(page.getByText('CSV')).toHaveFocus();
	await userEvent.keyboard('{Tab}');
	await isShut();
	await expect.element(page.getByText('Elsewhere')).toHaveFocus();
});

it('closes by a click elsewhere', async () => {
	await open();
	await page.getByText('Elsewhere').click();
	await isShut();
});

it('is a sheet at the bottom of a small screen', async () => {
	await page.viewport(390, 844);
	await open();
	const { left, right, bottom } = panel.element().getBoundingClientRect();
	expect([left, right, bottom]).toEqual([0, 390, 844]);
	await page.viewport(1280, 900);
});

it('says when a pointer or the focus comes to its button, before it opens', async () => {
	const prefetch = vi.fn();
	await show(
		<Popover button="Export" label="Files" prefetch={prefetch}>
			{() => null}
		</Popover>,
	);
	await button.hover();
	expect(prefetch).toHaveBeenCalledTimes(1);
	(button.element() as HTMLElement).focus();
	expect(prefetch).toHaveBeenCalledTimes(2);
	await expect.element(panel).not.toBeInTheDocument();
});
