package supplychain.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Takes away the header by which Javalin would let a client change the method: what a proxy has let
 * through as a GET, or repeats as one, is a GET.
 */
final class MethodAsSent implements HttpConfiguration.Customizer {
  private static final String OVERRIDE = "X-HTTP-Method-Override";

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (!request.getHeaders().contains(OVERRIDE)) {
      return request;
    }
    HttpFields headers = HttpFields.build(request.getHeaders()).remove(OVERRIDE).asImmutable();
    return new Request.Wrapper(request) {
      @Override
      public HttpFields getHeaders() {
        return headers;
      }
    };
  }
}
