import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { runAction } from './main.ts';

function actionButton(): HTMLElement {
	return document.querySelector('button') as HTMLElement;
}

const failure = page.getByRole('alert');

beforeEach(() => {
	document.body.innerHTML = '<footer><button data-act="contact">Contact</button></footer>';
});

it('says beside what was pressed that it did not work, once, and takes that back when it is pressed again', async () => {
	const away = { contact: () => Promise.reject(new Error('Failed to fetch')) };
	await runAction(away, actionButton());
	await runAction(away, actionButton());
	await expect.element(failure).toHaveTextContent('That didn’t work. Try again.');
	let opened = 0;
	await runAction({ contact: async () => void opened++ }, actionButton());
	await expect.element(failure).not.toBeInTheDocument();
	expect(opened).toBe(1);
});

it('does nothing for what it does not know', async () => {
	await runAction({}, actionButton());
	await expect.element(failure).not.toBeInTheDocument();
});
