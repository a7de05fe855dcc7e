import css from './button.module.css';

/** Class of the one button of a screen that is its next step. */
export const primaryClass = `${css['button']} ${css['primary']}`;
