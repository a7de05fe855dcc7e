/** Such as '0.2.0'; the build writes it in. */
export const PRODUCT_VERSION: string = import.meta.env['PRODUCT_VERSION'];
