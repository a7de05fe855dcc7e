import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useRouteContext, useRouterState } from '@tanstack/react-router';
import { unreadQuery } from '../../entities/inbox/unread.ts';
import { useSignInOut } from '../../entities/session/browser-session.tsx';
import { useSession } from '../../entities/session/session-query.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import { chooseScheme, currentScheme } from '../../lib/storage/appearance.ts';
import { buttonClass } from '../../ui/button.ts';
import { closeAfterUse } from '../../ui/close-after-use.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { Pill } from '../../ui/report/pill.tsx';
import css from './header.module.css';
import { formatClock, useFrame, useRunningClock } from './market-clock.ts';
import { words } from './words.ts';

const MORE_ID = 'account';

interface Item {
	label: string;
	to: NonNullable<LinkProps['to']>;
	/** Only for signed-in readers. */
	membersOnly?: boolean;
}

const MENU: readonly Item[] = [
	{ label: words.menu.main, to: '/main' },
	{ label: words.menu.filters, to: '/filter-settings-list', membersOnly: true },
	{ label: words.menu.top, to: '/top' },
	{ label: words.menu.favourites, to: '/favourites', membersOnly: true },
	{ label: words.menu.frozen, to: '/frozen-list', membersOnly: true },
];

const MENU_ID = 'menu';

interface Props {
	openSearch: () => void;
	prefetchSearch: () => void;
}

/**
 * Shows the menu, the market clock, the search and the account. On small screens, everything but the brand and the data source is in a sheet that opens
 * without scripts.
 */
export function Header({ openSearch, prefetchSearch }: Props) {
	const signedIn = useSession().profile !== null;
	return (
		<header className={css['header']}>
			<Link to="/" className={css['brand'] ?? ''} aria-label={words.home}>
				<img src={sitePath('/favicon.svg')} width="22" height="22" alt="" />
				{words.product}
			</Link>
			<SourcePill />
			<MenuButton />
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only closes the menu after a link inside was followed */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link with the keyboard also fires a click */}
			<div id={MENU_ID} popover="auto" className={css['rest']} onClick={closeAfterUse}>
				<MenuButton closes />
				<nav className={`${css['menu']} ${css['main']}`} aria-label={words.menuLabel}>
					{MENU.filter(({ membersOnly }) => signedIn || !membersOnly).map(({ label, to }) => (
						<Link key={label} to={to} className={css['item'] ?? ''} activeOptions={{ includeSearch: false }}>
							{label}
						</Link>
					))}
					{/* A page without a framework: needs a full navigation. */}
					<a href={sitePath('/about')} className={css['item']}>
						{words.menu.about}
					</a>
				</nav>
				<div className={css['end']}>
					<ClockPill />
					<button
						type="button"
						className={`${css['search']} needs-script`}
						aria-keyshortcuts="Control+K /"
						onPointerEnter={prefetchSearch}
						onFocus={prefetchSearch}
						onClick={openSearch}
					>
						<kbd>{words.searchKey}</kbd> {words.search}
					</button>
				</div>
				<AccountMenu />
				<ThemeToggle />
			</div>
		</header>
	);
}

/** Shows the button that opens the menu (three bars) or closes it (a cross). */
function MenuButton({ closes = false }: { closes?: boolean }) {
	return (
		<button
			type="button"
			className={css['opener']}
			popoverTarget={MENU_ID}
			popoverTargetAction={closes ? 'hide' : 'show'}
			aria-label={closes ? words.menuClose : words.menuOpen}
		>
			<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
				<path d={closes ? 'M5 5l10 10M15 5L5 15' : 'M3 6h14M3 10h14M3 14h14'} />
			</svg>
		</button>
	);
}

function ClockPill() {
	const frame = useFrame();
	const now = useRunningClock(frame);
	// The clock is 0 until a market is loaded.
	if (!frame || !now) return null;
	return (
		<Pill>
			<EtTime ms={now}>{formatClock(frame, now)}</EtTime>
		</Pill>
	);
}

function SourcePill() {
	const frame = useFrame();
	if (!frame) return null;
	const { simulated, label } = frame.provider;
	return (
		<span className={css['source']}>
			{simulated ? (
				<Pill tone="warning" title={words.simulatedHint}>
					{words.simulated}
				</Pill>
			) : (
				<Pill>{label}</Pill>
			)}
		</span>
	);
}

/** Switches between dark and light, and stores the choice in a cookie. */
export function ThemeToggle() {
	return (
		<button
			type="button"
			className={`${css['toggle']} needs-script`}
			aria-label={words.theme}
			title={words.theme}
			onClick={() => chooseScheme(currentScheme() === 'dark' ? 'light' : 'dark')}
		>
			<ThemeIcon />
		</button>
	);
}

/** Shows a half-lit disc in both themes, because the first HTML must not depend on the theme. */
function ThemeIcon() {
	return (
		<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
			<circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
			<path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
		</svg>
	);
}

/** Shows the account menu, or the sign-in link to readers who aren't signed in. */
function AccountMenu() {
	const { state, profile } = useSession();
	const { signOut } = useSignInOut();
	const href = useRouterState({ select: (router) => router.location.href });
	if (state === 'unknown') return null;
	if (!profile) {
		const search = href === '/' || href.startsWith('/auth/') ? {} : { redirectTo: href };
		return (
			<nav className={css['account']} aria-label={words.accountLabel}>
				<Link to="/auth/signin" search={search} className={buttonClass}>
					{words.signIn}
				</Link>
			</nav>
		);
	}
	return (
		<nav className={`${css['menu']} ${css['account']}`} aria-label={words.accountLabel}>
			{profile.role === 'admin' ? (
				<Link to="/admin/$" params={{ _splat: '' }} className={css['item'] ?? ''}>
					{words.admin}
				</Link>
			) : null}
			<Bell />
			<Link to="/profile" className={buttonClass} title={profile.email}>
				<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
					<circle cx="8" cy="5" r="2.8" />
					<path d="M2.6 14c.5-3 2.6-4.6 5.4-4.6s4.9 1.6 5.4 4.6" />
				</svg>
				{words.profile}
				{profile.license ? (
					<small className={css['licence']}>
						<span className="visually-hidden">, </span>
						{profile.license}
						<span className="visually-hidden"> {words.licence}</span>
					</small>
				) : null}
			</Link>
			<button type="button" className={css['more']} popoverTarget={MORE_ID} aria-label={words.signOut}>
				▾
			</button>
			<div id={MORE_ID} popover="auto" className={css['out']}>
				{/* Without scripts, the link does the same. */}
				<a
					href={sitePath('/logout')}
					className={css['item']}
					onClick={(event) => {
						event.preventDefault();
						void signOut();
					}}
				>
					{words.signOut}
				</a>
			</div>
		</nav>
	);
}

/** Links to the messages and shows the unread count. */
function Bell() {
	const { api } = useRouteContext({ from: '__root__' });
	const count = useQuery(unreadQuery(api)).data ?? 0;
	return (
		<Link to="/messages" className={css['bell'] ?? ''} aria-label={words.messages(count)}>
			<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
				<path d="M3.5 11.5V7a4.5 4.5 0 0 1 9 0v4.5l1 1h-11zM6.5 14.5h3" />
			</svg>
			{count > 0 ? <b className={css['unread']}>{count}</b> : null}
		</Link>
	);
}
