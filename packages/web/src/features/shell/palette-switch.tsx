import { useRouteContext } from '@tanstack/react-router';
import { choosePalette, PALETTES } from '../../lib/palette.ts';
import css from './footer.module.css';
import { words } from './words.ts';

/** The colours of short and long: the reader's choice, kept in a cookie. */
export const PaletteSwitch = () => {
	const { palette } = useRouteContext({ from: '__root__' });
	return (
		<fieldset className={`${css['palettes']} needs-script`}>
			<legend className="visually-hidden">{words.paletteLabel}</legend>
			{PALETTES.map((name) => (
				<label key={name} className={css['palette']}>
					<input type="radio" name="palette" defaultChecked={name === palette} onChange={() => choosePalette(name)} />
					{words.palettes[name]}
				</label>
			))}
		</fieldset>
	);
};
