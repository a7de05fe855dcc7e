/** The product's version, such as '0.2.0'. The build inserts it. */
export const PRODUCT_VERSION: string = import.meta.env['PRODUCT_VERSION'];
