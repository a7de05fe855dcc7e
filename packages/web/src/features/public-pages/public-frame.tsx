import type { ReactNode } from 'react';
import { PRODUCT_VERSION } from '../../lib/product-version.ts';
import { PALETTES } from '../../lib/storage/appearance.ts';
import { Pill } from '../../ui/report/pill.tsx';
import css from './frame.module.css';
import { publicWords as words } from './words.ts';

interface Item {
	readonly href: string;
	readonly label: string;
	/** Only for signed-in readers. */
	readonly membersOnly?: boolean;
}

const MENU: readonly Item[] = [
	{ href: '/main', label: words.menu.main },
	{ href: '/filter-settings-list', label: words.menu.filters, membersOnly: true },
	{ href: '/top', label: words.menu.top },
	{ href: '/favourites', label: words.menu.favourites, membersOnly: true },
	{ href: '/frozen-list', label: words.menu.frozen, membersOnly: true },
	{ href: '/about', label: words.menu.about },
];

const MENU_ID = 'menu';

interface HeaderProps {
	simulated: boolean;
	source: string;
	clock?: string | undefined;
	/** Path of the page. */
	currentPath: string;
	/** Whether signed-in readers see a different page at this URL. */
	visitorsOnly: boolean;
}

/** Shows the header of a page without a framework. On small screens, the menu is a sheet that opens without scripts. */
export function PublicHeader({ simulated, source, clock, currentPath, visitorsOnly }: HeaderProps) {
	return (
		<header className={css['header']}>
			<a href="/" className={css['brand']} aria-label={words.home}>
				<img src="/favicon.svg" width="22" height="22" alt="" />
				{words.product}
			</a>
			<span className={css['source']}>
				{simulated ? (
					<Pill tone="warning" title={words.simulatedHint}>
						{words.simulated}
					</Pill>
				) : (
					<Pill>{source}</Pill>
				)}
			</span>
			<MenuButton />
			<div id={MENU_ID} popover="auto" className={css['rest']}>
				<MenuButton closes />
				<nav className={css['menu']} aria-label={words.menuLabel}>
					{MENU.filter(({ membersOnly }) => !membersOnly || !visitorsOnly).map(({ href, label, membersOnly }) => {
						const link = (
							<a key={href} href={href} className={css['item']} aria-current={href === currentPath ? 'page' : undefined}>
								{label}
							</a>
						);
						return membersOnly ? <ForMembers key={href}>{link}</ForMembers> : link;
					})}
				</nav>
				{clock === undefined ? null : (
					<span className={css['clock']} data-part="clock">
						<Pill>{clock}</Pill>
					</span>
				)}
				<a href="/auth/signin" className={css['signIn']} rel="nofollow" data-stranger="">
					{words.signIn}
				</a>
				{visitorsOnly ? null : (
					<ForMembers>
						<a href="/profile" className={css['signIn']}>
							{words.profile}
						</a>
					</ForMembers>
				)}
				<button type="button" className={`${css['toggle']} needs-script`} aria-label={words.theme} title={words.theme} data-act="theme">
					<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
						<circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
						<path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
					</svg>
				</button>
			</div>
		</header>
	);
}

/** Hides content for signed-in readers until the script finds a sign-in, because everyone gets the same HTML. */
function ForMembers({ children }: { children: ReactNode }) {
	return <template data-members="">{children}</template>;
}

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

const FOOTER_LINKS = [
	['/about', words.footer.about],
	['/top', words.footer.top],
	['/prices', words.footer.plans],
	['/faq', words.footer.faq],
	['/privacy-policy', words.footer.privacy],
	['/terms-of-use', words.footer.terms],
	['/api/docs', words.footer.api],
] as const;

/** Buttons for actions that the script of every page provides. */
const FOOTER_ACTIONS = [
	['contact', words.footer.contact],
	['cookies', words.footer.cookies],
] as const;

/** Shows the footer of a page without a framework. `children`: links to the same page in other languages. */
export function PublicFooter({ children }: { children?: ReactNode }) {
	return (
		<footer className={css['footer']}>
			<nav className={css['links']} aria-label={words.product}>
				{FOOTER_LINKS.map(([href, label]) => (
					<a key={href} href={href}>
						{label}
					</a>
				))}
				{FOOTER_ACTIONS.map(([act, label]) => (
					<button key={act} type="button" className="needs-script" data-act={act}>
						{label}
					</button>
				))}
				{children}
			</nav>
			<fieldset className={`${css['palettes']} needs-script`}>
				<legend className="visually-hidden">{words.paletteLabel}</legend>
				{PALETTES.map((palette) => (
					<label key={palette} className={css['palette']}>
						<input type="radio" name="palette" value={palette} data-act="palette" />
						{words.palettes[palette]}
					</label>
				))}
			</fieldset>
			<p className={css['text']}>
				{words.disclaimer} {words.product} {PRODUCT_VERSION}.
			</p>
		</footer>
	);
}
