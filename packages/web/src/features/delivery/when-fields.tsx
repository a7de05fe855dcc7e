import { DAILY_DELIVERY_LIMITS, DELIVERY_TIMES, MAX_COOL_DOWN } from '@sw/domain/inbox/delivery';
import { useHydrated } from '@tanstack/react-router';
import { type InputHTMLAttributes, useId, useState } from 'react';
import type { DeliverySettings } from '../../entities/inbox/delivery-settings.ts';
import { buttonClass } from '../../ui/button.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import field from '../../ui/form.module.css';
import css from './delivery.module.css';
import type { DeliveryState } from './use-delivery.ts';
import { words } from './words.ts';

interface Props {
	settings: DeliverySettings;
	change: DeliveryState['change'];
}

/** The cool-downs that can be selected, in minutes of market time. */
const COOL_DOWN_MINUTES = [0, 15, 30, 60, 120, 240, MAX_COOL_DOWN];

/** Shows the delivery settings other than the channels: when alerts are sent, and which ones. */
export function WhenFields({ settings, change }: Props) {
	return (
		<>
			<TimingField settings={settings} change={change} />
			<QuietHours settings={settings} change={change} />
			<div className={css['group']}>
				<DraftField
					label={words.maxPerDay}
					hint={words.maxPerDayHint}
					labelClass={field['field']}
					type="number"
					className={field['input']}
					min={DAILY_DELIVERY_LIMITS.least}
					max={DAILY_DELIVERY_LIMITS.most}
					value={String(settings.most_a_day)}
					save={(text) =>
						void change({
							most_a_day: Math.min(DAILY_DELIVERY_LIMITS.most, Math.max(DAILY_DELIVERY_LIMITS.least, Math.round(Number(text)))),
						})
					}
				/>
				<label className={field['field']}>
					{words.coolDown} <small>{words.coolDownHint}</small>
					<select
						className={field['input']}
						value={settings.cool_down}
						onChange={(event) => void change({ cool_down: Number(event.currentTarget.value) })}
					>
						{[...new Set([...COOL_DOWN_MINUTES, settings.cool_down])]
							.sort((a, b) => a - b)
							.map((minutes) => (
								<option key={minutes} value={minutes}>
									{words.coolDowns(minutes)}
								</option>
							))}
					</select>
				</label>
				<Switch
					label={words.onlyFavourites}
					detail={words.onlyFavouritesDetail}
					checked={settings.only_favourites}
					onChange={(on) => void change({ only_favourites: on })}
				/>
			</div>
		</>
	);
}

function QuietHours({ settings, change }: Props) {
	const { quiet } = settings;
	return (
		<div className={css['group']}>
			<Switch label={words.quiet} detail={words.quietDetail} checked={quiet.on} onChange={(on) => void change({ quiet: { on } })} />
			{quiet.on ? (
				<div className={css['span']}>
					<DraftField
						label={words.from}
						type="time"
						className={css['time']}
						value={quiet.from}
						save={(from) => void change({ quiet: { from } })}
					/>
					<DraftField label={words.to} type="time" className={css['time']} value={quiet.to} save={(to) => void change({ quiet: { to } })} />
				</div>
			) : null}
			<ZoneField settings={settings} change={change} />
		</div>
	);
}

function ZoneField({ settings, change }: Props) {
	const id = useId();
	// Time zones are read only after hydration, because server and browser can have different ones.
	const hydrated = useHydrated();
	const browserZone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : settings.zone;
	return (
		<>
			<DraftField
				label={words.zone}
				labelClass={field['field']}
				className={field['input']}
				list={id}
				value={settings.zone}
				maxLength={64}
				save={(zone) => void change({ zone })}
			/>
			<datalist id={id}>{hydrated ? Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />) : null}</datalist>
			{browserZone === settings.zone ? null : (
				<button type="button" className={buttonClass} onClick={() => void change({ zone: browserZone })}>
					{words.setZone(browserZone)}
				</button>
			)}
		</>
	);
}

interface DraftFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onBlur' | 'defaultValue'> {
	label: string;
	hint?: string;
	/** Class of the label. The label contains the input. */
	labelClass?: string | undefined;
	value: string;
	/** Called with the new value when the reader has finished editing. */
	save: (value: string) => void;
}

/** Saves the value when the reader leaves the field or presses Enter, not at every keystroke. Escape discards the input. */
function DraftField({ label, hint, labelClass, value, save, ...inputProps }: DraftFieldProps) {
	const [draft, setDraft] = useState<string>();
	const commit = (): void => {
		if (draft !== undefined && draft !== value && draft !== '') save(draft);
		setDraft(undefined);
	};
	return (
		<label className={labelClass}>
			{label} {hint ? <small>{hint}</small> : null}
			<input
				{...inputProps}
				value={draft ?? value}
				onChange={(event) => setDraft(event.currentTarget.value)}
				onBlur={commit}
				onKeyDown={(event) => {
					if (event.key === 'Enter') commit();
					if (event.key === 'Escape') setDraft(undefined);
				}}
			/>
		</label>
	);
}

function TimingField({ settings, change }: Props) {
	const id = useId();
	return (
		<fieldset className={css['group']}>
			<legend className={css['label']}>{words.when}</legend>
			{DELIVERY_TIMES.map((time) => (
				<label key={time} className={css['choice']}>
					<input type="radio" name={`${id}when`} checked={settings.when === time} onChange={() => void change({ when: time })} />
					<span>
						{words.times[time].label}
						<small>{words.times[time].detail}</small>
					</span>
				</label>
			))}
		</fieldset>
	);
}
