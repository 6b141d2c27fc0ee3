/**
 * Verifies deliveries with the documented snippet. Each input line is one delivery, with its parts in base64; each
 * output line is one result.
 */
class Driver {
  public static void main(String[] arguments) throws Exception {
    var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split(" ", -1);
      try {
        WebhookVerifier.verify(decoded(parts[0]), new String(decoded(parts[1]), StandardCharsets.UTF_8),
            new String(decoded(parts[2]), StandardCharsets.UTF_8));
        System.out.println("verified");
      } catch (SignatureException refused) {
        System.out.println(refused.getMessage());
      }
    }
  }

  private static byte[] decoded(String part) {
    return java.util.Base64.getDecoder().decode(part);
  }
}
