import type { Level } from '@sw/domain/prices/level';
import { useLayoutEffect, useRef, useState } from 'react';
import type { PriceMenuRequest } from '../../charts/price/price-chart.tsx';
import { formatPrice } from '../../lib/format/numbers.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import css from './level-bar.module.css';
import { formatLevel } from './level-text.ts';
import { levelWords as words } from './level-words.ts';
import type { Drawing, Levels } from './use-levels.ts';

const LevelDialog = onDemand(async () => (await import('./level-dialog.tsx')).LevelDialog, true);

/** The level being edited in the form; undefined while the form is closed. An undefined index means a new level. */
type EditedLevel = { at: number | undefined } | undefined;

/** Icon of each tool as an SVG path, in a view box of 18 by 18. */
const ICON_PATHS = {
	line: 'M2 9h14',
	trend: 'M2 14 16 4M2 14h.01M16 4h.01',
	alert: 'M2 14h14M9 2v2M5 11V8a4 4 0 0 1 8 0v3M4 11h10',
	values: 'M2 5h6M11 5h5M2 9h3M8 9h8M2 13h7M12 13h4',
} as const;

interface Props {
	levels: Levels;
	drawing: Drawing;
	/** Sets an alert for when the price reaches a level. */
	placeAlert: (level: Level) => void;
}

/** Shows the drawing tools and the drawn levels. */
export function LevelBar({ levels: { levels, retry, put, remove }, drawing, placeAlert }: Props) {
	const [edited, setEdited] = useState<EditedLevel>();
	const status = drawing.kind === undefined ? '' : drawing.kind === 'trend' && drawing.first ? words.pickSecond : words.pick[drawing.kind];
	return (
		<div className={`${css['levels']} needs-script`}>
			<fieldset className={css['tools']} title={words.savedHint}>
				<legend className="visually-hidden">{words.title}</legend>
				{(['line', 'trend'] as const).map((kind) => (
					<button
						key={kind}
						type="button"
						className={buttonClass}
						aria-pressed={drawing.kind === kind}
						aria-label={words.draw[kind]}
						title={words.draw[kind]}
						disabled={levels === undefined}
						onClick={() => drawing.start(kind)}
					>
						<DrawIcon kind={kind} />
					</button>
				))}
				<button
					type="button"
					className={buttonClass}
					aria-pressed={drawing.kind === 'alert'}
					aria-label={words.dragAlert}
					title={words.dragAlert}
					onClick={() => drawing.start('alert')}
				>
					<DrawIcon kind="alert" />
				</button>
				<button
					type="button"
					className={buttonClass}
					aria-label={words.enterValues}
					title={words.enterValues}
					disabled={levels === undefined}
					onPointerEnter={LevelDialog.fetch}
					onFocus={LevelDialog.fetch}
					onClick={() => setEdited({ at: undefined })}
				>
					<DrawIcon kind="values" />
				</button>
			</fieldset>
			<span role="status" className={css['status']}>
				{status}
			</span>
			{levels && levels.length > 0 ? (
				<ul className={css['list']} aria-label={words.title}>
					{levels.map((level, at) => {
						const text = formatLevel(level);
						return (
							// biome-ignore lint/suspicious/noArrayIndexKey: two levels may be alike, and only their index distinguishes them
							<li key={at}>
								<span>{text}</span>
								<button type="button" className={css['act']} aria-label={words.alertOf(text)} onClick={() => placeAlert(level)}>
									{words.alertShort}
								</button>
								<button type="button" className={css['act']} aria-label={words.editOf(text)} onClick={() => setEdited({ at })}>
									{words.editShort}
								</button>
								<button type="button" className={css['act']} aria-label={words.deleteOf(text)} onClick={() => remove(at)}>
									{words.deleteShort}
								</button>
							</li>
						);
					})}
				</ul>
			) : null}
			{retry ? <LoadFailedNote retry={retry}>{words.loadFailed}</LoadFailedNote> : null}
			{edited ? (
				<LevelDialog
					level={edited.at === undefined ? undefined : levels?.[edited.at]}
					save={(level) => put(edited.at, level)}
					close={() => setEdited(undefined)}
				/>
			) : null}
		</div>
	);
}

/** Shows the icon of a drawing tool. The tool's button has the label. */
function DrawIcon({ kind }: { kind: keyof typeof ICON_PATHS }) {
	return (
		<svg
			width="18"
			height="18"
			viewBox="0 0 18 18"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.6"
			strokeLinecap="round"
			aria-hidden="true"
		>
			<path d={ICON_PATHS[kind]} />
		</svg>
	);
}

/** Maximum size of the menu in CSS pixels, used to keep it within the window. */
const [MENU_WIDTH, MENU_HEIGHT] = [240, 110];

interface ChartMenuProps {
	request: PriceMenuRequest;
	placeAlert: (price: number) => void;
	/** Opens the alert form. */
	openForm: (price: number) => void;
	close: () => void;
}

/** Shows a menu of actions for one price of the chart. Escape or a click elsewhere closes the menu. */
export function ChartMenu({ request: { price, x, y }, placeAlert, openForm, close }: ChartMenuProps) {
	const menu = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const box = menu.current;
		if (!box) return;
		box.style.left = `${Math.max(0, Math.min(x, innerWidth - MENU_WIDTH))}px`;
		box.style.top = `${Math.max(0, Math.min(y, innerHeight - MENU_HEIGHT))}px`;
		const previousFocus = document.activeElement;
		box.showPopover();
		box.querySelector('button')?.focus();
		return () => {
			if (previousFocus instanceof HTMLElement && (document.activeElement === document.body || box.contains(document.activeElement)))
				previousFocus.focus({ preventScroll: true });
		};
	}, [x, y]);
	const createOnClick = (act: (price: number) => void) => (): void => {
		menu.current?.hidePopover();
		act(price);
	};
	return (
		<div
			ref={menu}
			popover="auto"
			role="dialog"
			aria-label={words.menu}
			className={css['menu']}
			onToggle={(event) => {
				if (event.newState === 'closed') close();
			}}
		>
			<button type="button" onClick={createOnClick(placeAlert)}>
				{words.alertAt(formatPrice(price))}
			</button>
			<button type="button" onClick={createOnClick(openForm)}>
				{words.otherAlert}
			</button>
		</div>
	);
}
