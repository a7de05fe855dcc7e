import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { Combobox } from './combobox.tsx';

const NAMES = ['ABNB', 'AMD', 'AMZN', 'NVDA'];
const choose = vi.fn();
const submit = vi.fn();

function Page() {
	const [text, setText] = useState('');
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				submit(text);
			}}
		>
			<Combobox
				label="Ticker"
				listLabel="Results"
				text={text}
				onText={setText}
				options={text === '' ? [] : NAMES.filter((name) => name.startsWith(text.toUpperCase()))}
				keyOf={(name) => name}
				renderOption={(name) => name}
				onSelect={choose}
			/>
		</form>
	);
}

const field = page.getByRole('combobox', { name: 'Ticker' });
const chosen = page.getByRole('option', { selected: true });

beforeEach(async () => {
	vi.clearAllMocks();
	await show(<Page />);
	await field.click();
});

describe('a combobox', () => {
	it('shows what fits, says which is chosen, and takes it by Enter', async () => {
		await expect.element(field).toHaveAttribute('aria-expanded', 'false');
		await userEvent.keyboard('a');
		await expect.element(field).toHaveAttribute('aria-expanded', 'true');
		await expect.element(chosen).toHaveTextContent('ABNB');
		await userEvent.keyboard('{ArrowDown}');
		await expect.element(chosen).toHaveTextContent('AMD');
		await expect.element(field).toHaveAttribute('aria-activedescendant', chosen.element().id);
		await expect.element(field).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		expect(choose.mock.calls).toEqual([['AMD']]);
		expect(submit).not.toHaveBeenCalled();
	});

	it('walks round at both ends', async () => {
		await userEvent.keyboard('a{ArrowUp}');
		await expect.element(chosen).toHaveTextContent('AMZN');
		await userEvent.keyboard('{ArrowDown}');
		await expect.element(chosen).toHaveTextContent('ABNB');
	});

	it('begins at the first again when something else is typed', async () => {
		await userEvent.keyboard('a{ArrowDown}{ArrowDown}m');
		await expect.element(chosen).toHaveTextContent('AMD');
	});

	it('takes an option by a click', async () => {
		await userEvent.keyboard('am');
		await page.getByRole('option', { name: 'AMZN' }).click();
		expect(choose.mock.calls).toEqual([['AMZN']]);
	});

	it('leaves Enter to the form when nothing fits', async () => {
		await userEvent.keyboard('zz{Enter}');
		expect(submit.mock.calls).toEqual([['zz']]);
		expect(choose).not.toHaveBeenCalled();
	});
});
