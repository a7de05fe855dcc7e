import { PRESET_LINKS, type TickerLink } from '@sw/domain/prices/symbol';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Profile, sessionQuery } from '../../../entities/session/session-query.ts';
import { createProfile } from '../../../testing/accounts.ts';
import { rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import { ProfileLinks } from './profile-links.tsx';

const OWN: TickerLink = { name: 'Broker', template: 'https://broker.example/{symbol}' };

function Shown() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(sessionQuery(api));
	return data ? <ProfileLinks profile={data} /> : null;
}

async function open(links: readonly TickerLink[], refused = false) {
	let stored = createProfile({ links: [...links] });
	const shown = await show(<Shown />, {
		accounts: {
			profile: () => stored,
			changeProfile: ({ body }) => {
				if (refused) return rejectCall(400, 'Bad Request', []);
				stored = { ...stored, ...body } as Profile;
				return stored;
			},
		},
	});
	await expect.element(page.getByRole('region', { name: 'Links to other sites' })).toBeVisible();
	return { saved: () => shown.calls.filter(({ call }) => call === 'accounts.changeProfile').map(({ input }) => input) };
}

const name = page.getByLabelText('Site');
const template = page.getByLabelText('Address');

describe('links to other sites', () => {
	it('are scrolled to where the address names them, though they load after the page', async () => {
		history.replaceState(null, '', '#ticker-links');
		await show(
			<div style={{ paddingTop: '3000px' }}>
				<Shown />
			</div>,
			{ accounts: { profile: () => createProfile({ links: [OWN] }) } },
		);
		await expect.element(page.getByRole('region', { name: 'Links to other sites' })).toBeInViewport();
		history.replaceState(null, '', location.pathname + location.search);
	});

	it('are added, also by the keyboard', async () => {
		const { saved } = await open(PRESET_LINKS);
		await name.fill('Broker');
		await template.fill(OWN.template);
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('https://broker.example/{symbol}', { exact: true })).toBeVisible();
		expect(saved()).toEqual([{ body: { links: [...PRESET_LINKS, OWN] } }]);
		await expect.element(name).toHaveValue('');
	});

	it('say what is wrong with an address or a name before it is sent', async () => {
		const { saved } = await open(PRESET_LINKS);
		await name.fill('Finviz');
		await template.fill('http://broker.example/{symbol}');
		await page.getByRole('button', { name: 'Add link' }).click();
		await expect.element(name).toHaveAccessibleDescription('You have a link with this name.');
		await expect.element(template).toHaveAccessibleDescription(/Start with https:\/\/\./);
		expect(saved()).toEqual([]);
	});

	it('are reordered, removed and restored', async () => {
		const { saved } = await open([...PRESET_LINKS, OWN]);
		await page.getByRole('button', { name: 'Make first: Broker' }).click();
		await expect.element(page.getByRole('button', { name: 'Make first: Broker' })).not.toBeInTheDocument();
		await page.getByRole('button', { name: 'Remove Finviz' }).click();
		await expect.element(page.getByRole('button', { name: 'Remove Finviz' })).not.toBeInTheDocument();
		await page.getByRole('button', { name: 'Restore presets' }).click();
		await expect.element(page.getByRole('button', { name: 'Restore presets' })).not.toBeInTheDocument();
		const [trading, yahoo, finviz] = PRESET_LINKS;
		expect(saved()).toEqual([
			{ body: { links: [OWN, trading, yahoo, finviz] } },
			{ body: { links: [OWN, trading, yahoo] } },
			{ body: { links: [...PRESET_LINKS] } },
		]);
	});

	it('say that there are none, and that a change was refused', async () => {
		await open([], true);
		await expect.element(page.getByText('You have no links. Add one, or restore the presets.')).toBeVisible();
		await page.getByRole('button', { name: 'Restore presets' }).click();
		await expect.element(page.getByText('Couldn’t save links')).toBeVisible();
	});
});
