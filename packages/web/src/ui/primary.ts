import css from './button.module.css';

/** Class of a screen's primary button. */
export const primaryClass = `${css['button']} ${css['primary']}`;
