import { useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { useFavorite } from './favorites.ts';

/** A list of one ticker loaded by `read`, with its star and a button that reloads it. */
function List({ read }: { read: () => Promise<boolean> }) {
	const { data, refetch } = useQuery({
		queryKey: ['signals', 'list', 'white_list'],
		queryFn: async () => ({ items: [{ ticker_id: 7, ticker: 'AMD', favorite: await read() }] }),
	});
	const star = useFavorite();
	const starred = data?.items[0]?.favorite ?? false;
	return (
		<>
			<button type="button" aria-pressed={starred} onClick={() => star(7, !starred)}>
				Star
			</button>
			<button type="button" onClick={() => void refetch()}>
				Read
			</button>
		</>
	);
}

function star() {
	return page.getByRole('button', { name: 'Star' });
}

/** A server with one star; calls wait until they are released, in any order. */
function server() {
	const waiting: (() => void)[] = [];
	let starred = false;
	const held = <T,>(answer: () => T): Promise<T> => new Promise((done) => waiting.push(() => done(answer())));
	return {
		waiting,
		/** Releases the next call, once it has been made. */
		next: async (): Promise<void> => {
			await expect.poll(() => waiting.length).toBeGreaterThan(0);
			waiting.shift()?.();
		},
		read: () => {
			const seen = starred;
			return held(() => seen);
		},
		set: ({ body: { favorite } }: { body: { favorite?: boolean | undefined } }) =>
			held(() => {
				starred = favorite ?? !starred;
				return starred ? ({ ticker: 7, favorite: true } as const) : undefined;
			}),
	};
}

it('a star that is pressed twice at once is set one after another', async () => {
	const { waiting, next, read, set } = server();
	await show(<List read={read} />, { filters: { switchFavorite: set } });
	await next();
	await star().click();
	await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
	await star().click();
	await expect.element(star()).toHaveAttribute('aria-pressed', 'false');
	expect(waiting).toHaveLength(1);
	await next();
	await next();
	await expect.element(page.getByRole('alert').filter({ hasText: 'AMD removed from favourites.' })).toBeVisible();
	await expect.element(star()).toHaveAttribute('aria-pressed', 'false');
});

it('a list requested before the star changed does not reset it', async () => {
	const { waiting, next, read, set } = server();
	await show(<List read={read} />, { filters: { switchFavorite: set } });
	await next();
	await page.getByRole('button', { name: 'Read' }).click();
	await star().click();
	await expect.poll(() => waiting.length).toBe(2);
	const [older, flipping] = waiting.splice(0);
	flipping?.();
	await expect.element(page.getByRole('alert').filter({ hasText: 'AMD added to favourites.' })).toBeVisible();
	older?.();
	await next();
	await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
});

it('Ctrl+Z takes back the act that was begun last, although the star before it is answered later', async () => {
	const { next, read, set } = server();
	await show(<List read={read} />, { filters: { switchFavorite: set } });
	await next();
	await star().click();
	let undone = false;
	snack.begin()('Update frozen list', '1 ticker frozen.', 'Undo', () => {
		undone = true;
	});
	await next();
	await expect.element(page.getByRole('alert').filter({ hasText: 'AMD added to favourites.' })).toBeVisible();
	await userEvent.keyboard('{Control>}z{/Control}');
	await expect.element(page.getByRole('alert').filter({ hasText: '1 ticker frozen.' })).not.toBeInTheDocument();
	await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
	expect(undone).toBe(true);
});

describe('two tabs', () => {
	const postStar = (id: number, favorite: boolean): void => {
		const other = new BroadcastChannel('signalwheel-stars');
		other.postMessage({ id, favorite });
		other.close();
	};

	it('a star that another tab set is shown here', async () => {
		const { next, read, set } = server();
		await show(<List read={read} />, { filters: { switchFavorite: set } });
		await next();
		await expect.element(star()).toHaveAttribute('aria-pressed', 'false');
		postStar(7, true);
		await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
	});

	it('a star set here is posted to other tabs, and is set even if another tab already has', async () => {
		const { next, read, set } = server();
		await show(<List read={read} />, { filters: { switchFavorite: set } });
		await next();
		const received: unknown[] = [];
		const other = new BroadcastChannel('signalwheel-stars');
		other.onmessage = ({ data }) => received.push(data);
		const elsewhere = set({ body: { favorite: true } });
		await next();
		await elsewhere;
		await star().click();
		await next();
		await expect.element(page.getByRole('alert').filter({ hasText: 'AMD added to favourites.' })).toBeVisible();
		await expect.element(star()).toHaveAttribute('aria-pressed', 'true');
		await expect.poll(() => received).toEqual([{ id: 7, favorite: true }]);
		other.close();
	});
});
